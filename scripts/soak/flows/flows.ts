import type { Flow } from '../soak-user';
import { confirmAddress } from './address-confirmation.flow';
import { storeCard } from './billing.flow';
import { invite } from './booking.flow';
import { chat } from './chat.flow';
import { clinicProfile, updateLab } from './clinic.flow';
import { authorize, orderKit } from './orders.flow';
import { patientLooks, patientUpdates } from './patient.flow';
import { addPatients, editPatient, importPatients } from './patients.flow';
import { newClinic, newPatient } from './sign-up.flow';

export const flows: readonly Flow[] = [
  addPatients,
  importPatients,
  editPatient,
  authorize,
  orderKit,
  invite,
  clinicProfile,
  updateLab,
  storeCard,
  confirmAddress,
  newClinic,
  newPatient,
  patientUpdates,
  patientLooks,
  chat,
];
