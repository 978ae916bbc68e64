import { expectThat, found, type TestContext } from '@/mocks/conformance/test-context';
import { recordIn, textIn } from '@/mocks/conformance/test-run';

/** The clinic's patients and appointments (SPEC §2, §8 "Add patients", "Update patient", "Authorize", "Invitation"). */
export async function patientsPaths(context: TestContext): Promise<void> {
  const { check, memory, data } = context;
  const token = () => memory.need(found.clinicToken);
  const row = data.importRow;
  await check.rejected('addPatients', { path: 'with no rows', token, request: () => ({ body: [] }) });
  await check.rejected('addPatients', {
    path: 'with a row that has no name',
    token,
    request: () => ({ body: [{ ...row, name: '' }] }),
  });
  await check.ok('addPatients', { token, request: () => ({ body: [row] }) });
  await check.rejected('addPatients', { path: 'a second time', token, request: () => ({ body: [row] }) });
  const listed = await check.ok('fetchPatients', {
    token,
    and: (body) =>
      expectThat(
        recordIn(body, 'patient_email', row.email)?.authorized === 0,
        'the added patient, not authorized, expected',
      ),
  });
  const patient = recordIn(listed, 'patient_email', row.email);
  memory.keep(found.patientId, textIn(patient, 'patient_id'));
  memory.keep(found.rowId, typeof patient?.id === 'number' ? String(patient.id) : undefined);

  const record = (change: Record<string, string>) => () => ({
    path: { id: Number(memory.need(found.rowId)) },
    body: {
      patient_id: memory.need(found.patientId),
      patient_name: row.name,
      patient_email: row.email,
      patient_phone: row.phone,
      patient_age: '',
      patient_street: row.street,
      patient_city: row.city,
      patient_postal_code: row.postalCode,
      patient_state: row.state,
      patient_country: row.country,
      address_line_2: '',
      ...change,
    },
  });
  await check.rejected('updatePatient', {
    path: 'without a city',
    token,
    request: record({ patient_city: '' }),
  });
  await check.ok('updatePatient', { token, request: record({ patient_city: 'Tacoma' }) });
  await check.ok('fetchPatients', {
    path: 'ok, after an update',
    after: () => memory.need(found.patientId),
    token,
    and: (body) =>
      expectThat(
        recordIn(body, 'patient_email', row.email)?.patient_city === 'Tacoma',
        'patient_city: what was sent expected',
      ),
  });
  await bookingPaths(context);
}

async function bookingPaths({ check, memory, data }: TestContext) {
  const token = () => memory.need(found.clinicToken);
  const dated = (change: Record<string, string>) => () => ({
    body: {
      providerType: 'Nurse',
      appointmentDate: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
      timeSlotStart: '09:00',
      timeSlotEnd: '09:30',
      location: '',
      meetLink: 'https://meet.example.com/conformance',
      patientId: memory.need(found.patientId),
      ...change,
    },
  });
  await check.ok('sendInvitation', { path: 'ok, with a date', token, request: dated({}) });
  await check.ok('sendInvitation', {
    path: 'ok, with a time slot as text',
    token,
    request: () => ({
      body: {
        providerType: 'Nurse',
        timeSlot: 'Monday at 9',
        meetLink: 'https://meet.example.com/conformance',
        patientId: memory.need(found.patientId),
      },
    }),
  });
  await check.rejected('sendInvitation', {
    path: 'without a meet link',
    token,
    request: dated({ meetLink: '' }),
  });
  await check.ok('fetchAppointments', {
    after: () => memory.need(found.patientId),
    token,
    and: (body) => {
      const { appointments } = body as { appointments: readonly Record<string, unknown>[] };
      const slots = appointments.filter((held) => held.patient_email === data.importRow.email);
      return expectThat(
        slots.length === 2 && slots.some((held) => held.time_slot === 'Monday at 9'),
        'both appointments expected',
      );
    },
  });
}
