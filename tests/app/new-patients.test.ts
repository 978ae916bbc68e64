import { renderHook } from '@testing-library/react';
import { WithApp } from '@tests/support/app';
import { expect, it } from 'vitest';
import { api } from '@/app/api';
import { getApp } from '@/app/app';
import { kitChoicesOf } from '@/app/kit-choices';
import { newPatientsOf } from '@/app/new-patients';
import { type SectionRequest, useSectionRequests } from '@/app/section-request';
import { type Patient, patientId } from '@/contract';
import { patientRowId } from '@/contract/entities';
import { blankGridRow } from '@/domain/storage-keys';

const patientOf = (name: string): Patient => ({
  id: patientRowId.parse(1),
  patient_id: patientId.parse(name),
  patient_name: name,
  patient_email: `${name}@example.com`,
  patient_phone: '',
  patient_age: '30',
  patient_street: '',
  patient_city: '',
  patient_postal_code: '',
  patient_state: '',
  patient_country: '',
  address_line_2: '',
  authorized: 0,
});
const ada = patientOf('Ada');
const rowOf = ({ patient_name: name, patient_email: email }: Patient) => ({
  ...blankGridRow(name),
  name,
  email,
  frequency: 'Yearly',
  kitType: 'kit-2',
});

function setUp() {
  const { store } = getApp();
  const fetched = (...patients: Patient[]) =>
    store.dispatch(api.util.upsertQueryData('fetchPatients', undefined, patients));
  return { newPatients: newPatientsOf(store), kitChoices: kitChoicesOf(store), fetched };
}

it('an order asked for before the list has the new patients only selects them, because it would come by surprise', async () => {
  const { newPatients, fetched } = setUp();
  newPatients.set([rowOf(ada)], new Set());
  const taken: string[] = [];
  const take = ({ action }: SectionRequest) => taken.push(action) > 0;
  renderHook(() => useSectionRequests(take), { wrapper: WithApp });
  newPatients.order();
  await fetched(ada);
  expect(newPatients.read()?.count).toBe(1);
  newPatients.order();
  expect(taken).toEqual(['selectNew', 'orderNew']);
});

it('the kit of a saved row does not replace one that was ordered since, while another row is not found', async () => {
  const { newPatients, kitChoices, fetched } = setUp();
  await fetched();
  newPatients.set([rowOf(ada), rowOf(patientOf('Bob'))], new Set());
  await fetched(ada);
  expect(kitChoices.startOf([ada.patient_id])).toMatchObject({ frequency: 'Yearly', kitType: 'kit-2' });
  const ordered = { frequency: '1 Month', kitType: 'kit-1' };
  kitChoices.setOrdered(ada.patient_id, ordered);
  await fetched({ ...ada, authorized: 1 });
  expect(kitChoices.startOf([ada.patient_id])).toEqual({ ...ordered, differs: false });
});

it('the kit of one patient is not chosen for others of whom none is known', async () => {
  const { newPatients, kitChoices, fetched } = setUp();
  newPatients.set([rowOf(ada)], new Set());
  await fetched(ada);
  expect(kitChoices.startOf([ada.patient_id, patientOf('Cy').patient_id])).toEqual({
    frequency: '',
    kitType: '',
    differs: true,
  });
});
