import { HttpError } from '@kitwell/mock-engine/engine/backend';
import { sendMail } from '@kitwell/mock-engine/world/mailbox';
import type { LabPayload } from '@/contract/clinic.contract';
import type { Backend } from '@/mocks/kitwell/rules/rules';
import { clinicOf } from './permissions';

const onboardingAddress = 'onboarding@kitwell.test';

const labFields = (sent: LabPayload) => ({
  lab_name: sent.name,
  lab_id_no: sent.labId,
  lab_phone: sent.phoneNo,
  lab_street: sent.street,
  lab_city: sent.city,
  lab_postal_code: sent.postalCode,
  lab_state: sent.state,
  lab_country: sent.country,
  address_line_2: sent.addressLine2,
  instructions: sent.instructions,
});

/** Clinics, and the optional single lab of each (§2 "Clinic profile"). */
export const clinicBackend = {
  fetchClinics: ({ db }) =>
    db.tables.clinics
      .list({ sort: { by: 'clinic_name' } })
      .map(({ clinic_id, clinic_name }) => ({ clinic_id, clinic_name })),

  async requestClinic({ request, db, world }) {
    const { clinicName, clinicEmail, clinicAddress, clinicPhone } = request.body;
    await db.tables.clinicRequests.insert({
      id: `request-${db.nextId('clinicRequests')}`,
      clinic_name: clinicName,
      clinic_email: clinicEmail,
      clinic_address: clinicAddress,
      clinic_phone: clinicPhone,
      created_at: world.now().toISOString(),
    });
    await sendMail(db, world, {
      to: onboardingAddress,
      kind: 'clinic-request',
      subject: `A patient asks for ${clinicName}`,
      text: `Please onboard ${clinicName}, ${clinicAddress}, ${clinicPhone}, ${clinicEmail}.`,
    });
    return { message: 'Request sent' };
  },

  fetchLabs({ caller, db }) {
    const stored = db.tables.labs.get(clinicOf(db, caller).clinic_id);
    if (!stored) return null;
    const { clinic_id: _, ...record } = stored;
    return record;
  },

  /** Repeating the call, such as after a lost response, updates the lab: a clinic has only one. */
  async addLab({ request, caller, db }) {
    const { clinic_id } = clinicOf(db, caller);
    const fields = labFields(request.body);
    if (db.tables.labs.get(clinic_id)) await db.tables.labs.patch(clinic_id, fields);
    else await db.tables.labs.insert({ clinic_id, ...fields });
    return { message: 'Lab added' };
  },

  async updateLab({ request, caller, db }) {
    const { clinic_id } = clinicOf(db, caller);
    if (!db.tables.labs.get(clinic_id)) throw new HttpError(404, 'There is no lab yet');
    await db.tables.labs.patch(clinic_id, labFields(request.body));
    return { message: 'Lab updated' };
  },

  fetchClinicProfile({ caller, db }) {
    const { clinic_id: _, ...clinic } = clinicOf(db, caller);
    const parts = [clinic.clinic_street, clinic.clinic_city, clinic.clinic_state, clinic.clinic_postal_code];
    return { ...clinic, clinic_address: [...parts, clinic.clinic_country].filter(Boolean).join(', ') };
  },

  async updateClinicProfile({ request, caller, db }) {
    const { clinic_id } = clinicOf(db, caller);
    const sent = request.body;
    await db.tables.clinics.patch(clinic_id, {
      phone_number: sent.phoneNumber,
      clinic_name: sent.clinicName,
      clinic_street: sent.street,
      clinic_city: sent.city,
      clinic_postal_code: sent.postalCode,
      clinic_state: sent.state,
      clinic_country: sent.country,
      patient_count: sent.patients,
      address_line_2: sent.addressLine2,
    });
    return { message: 'Profile updated' };
  },
} satisfies Partial<Backend>;
