import type { Recipe } from './recipe';

/** `POST /clinic/archive-lab`: removes the clinic's lab. */
export const endpoint: Recipe = {
  limit: 4,
  apply({ insert }) {
    insert(
      'src/contract/clinic.contract.ts',
      '  fetchClinicProfile: operation({',
      `  archiveLab: operation({
    operation: 'POST /clinic/archive-lab',
    auth: 'required',
    role: 'provider',
    host: 'api',
    ok: { status: 200, body: ignoredBody },
    errorResponses: { 404: { example: 'There is no lab yet' } },
    notices: {
      ok: text('Lab archived successfully'),
      otherStatus: text('Error archiving lab, please try again later!'),
      noResponse: labError,
      thrown: labError,
    },
    toasts: 'top-center',
    writes: ['Lab'],
  }),
`,
    );

    const backend = 'src/mocks/kitwell/rules/clinic.backend.ts';
    insert(
      backend,
      '  fetchClinicProfile({ caller, db }) {',
      `  async archiveLab({ caller, db }) {
    const { clinic_id } = clinicOf(db, caller);
    if (!db.tables.labs.get(clinic_id)) throw new HttpError(404, 'There is no lab yet');
    await db.tables.labs.remove(clinic_id);
    return { message: 'Lab archived' };
  },

`,
    );
    insert(
      backend,
      '  fetchClinicProfile: {\n    summary:',
      `  archiveLab: {
    summary: 'Removes the clinic’s lab',
    as: 'provider',
    answer: { message: 'Lab archived' },
  },
`,
    );

    const rows = 'tests/catalogue/clinic.ts';
    insert(
      rows,
      'export const clinic = {',
      `const archiveLab: PageDriver = {
  async open(server) {
    const stage = await openTab(server, 'Sample Testing Lab');
    await screen.findByRole('heading', { name: 'Update Lab Data' });
    return stage;
  },
  call: ({ user }) => press(user, 'Archive'),
  async done({ server }) {
    await screen.findByRole('heading', { name: 'Add Lab Data' });
    expect(server.db.list('labs')).toEqual([]);
  },
};

`,
    );
    insert(
      rows,
      "  'GET /clinic/fetch-clinic-profile': {",
      `  'POST /clinic/archive-lab': {
    auth: 'auth',
    status: 200,
    sends: '',
    toasts: 'top-center',
    rows: {
      ok: toast('Lab archived successfully'),
      '400': both('Error archiving lab, please try again later!'),
      '401': both('Error archiving lab, please try again later!'),
      '403': both('Error archiving lab, please try again later!'),
      '404': both('Error archiving lab, please try again later!'),
      '500': both('Error archiving lab, please try again later!'),
      'wrong-2xx': both('Error archiving lab, please try again later!'),
      ...unansweredOrFound(both('Server error, please try again later!'), 'Lab archived successfully'),
    },
    driver: archiveLab,
  },
`,
    );

    const use = 'src/features/clinic/lab-form.tsx';
    insert(
      use,
      '  // Once there is a lab, a failed try',
      `  const isArchived = async (store: Store) => (await runOperation(store, 'fetchLabs', undefined)) === null;
  // The blank form of a new lab takes over by itself.
  const archive = () =>
    call.save('archiveLab', undefined, { onSaved: () => undefined, isStored: isArchived });
`,
    );
    insert(
      use,
      '    </form>',
      `      {lab === null ? null : (
        <Button busy={call.busy} busyLabel="Archiving..." onClick={archive} className="justify-self-start">
          Archive
        </Button>
      )}
`,
    );
  },
  tests: [
    'tests/catalogue/catalogue.test.ts',
    'tests/catalogue/openapi.test.ts',
    'tests/catalogue/clinic.test.ts',
    'tests/mocks/branches.test.ts',
    'tests/mocks/scenarios/lost-answers.test.ts',
    'tests/mocks/conformance/mock-server.test.ts',
  ],
  titles: [
    'archive-lab',
    'archiveLab',
    'for nothing else',
    'are those of SPEC',
    'names every call',
    'conforms in every operation',
  ],
};
