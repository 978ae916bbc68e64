import { patientRecord } from '@/mocks/conformance/sample-data';
import type { Samples } from '@/mocks/conformance/samples';

export const bookingSamples = {
  sendInvitation: {
    summary: 'Invites a patient to a video appointment',
    as: 'provider',
    answer: { success: true, message: 'Invitation sent' },
    request: {
      body: {
        providerType: 'Nurse',
        timeSlot: 'Monday',
        meetLink: 'https://meet.example.com/a',
        patientId: patientRecord.patient_id,
      },
    },
  },
  fetchAppointments: {
    summary: 'Lists the clinic’s appointments',
    as: 'provider',
    answer: {
      success: true,
      appointments: [
        {
          session_id: 'appointment-1',
          patient_name: 'Robin Ellis',
          patient_email: 'patient@kitwell.test',
          time_slot: '2026-03-03 09:00 - 09:30',
          meet_link: 'https://meet.example.com/harbor-1',
        },
      ],
    },
  },
} satisfies Partial<Samples>;
