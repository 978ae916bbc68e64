import type { Page } from '@playwright/test';

/** The tables to which a user adds rows, each with the field that identifies what was added. */
const identities = {
  accounts: 'email',
  customers: 'identity',
  clinics: 'clinic_email',
  patients: 'patient_email',
  appointments: 'time_slot',
} as const;

type AddedTable = keyof typeof identities;

const others = ['confirmations', 'orders', 'clinicRequests'] as const;

type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** What the user tried to add since the last reset, to compare with the server's rows. */
export interface Ledger {
  /** The user is about to add this row, perhaps several times, because a call fails or is not answered. */
  attempt(table: AddedTable, identity: string): void;
  /** The data was generated again. */
  begin(page: Page): Promise<void>;
  /**
   * The number of rows that were added since.
   *
   * @throws Error if one exists twice, or one that the user did not add
   */
  check(page: Page): Promise<number>;
}

const allRows = (page: Page): Promise<Rows> =>
  page.evaluate(
    (names) =>
      Object.fromEntries(
        names.map((name) => [name, (window.__mock?.db.list(name) ?? []) as Record<string, unknown>[]]),
      ),
    [...Object.keys(identities), ...others],
  );

/** @throws Error if a value occurs twice */
function expectNoTwins(what: string, values: readonly unknown[]): void {
  const twins = values.filter((value, at) => values.indexOf(value) !== at);
  if (twins.length > 0) throw new Error(`doubled: ${what} ${JSON.stringify(twins)}`);
}

export function newLedger(): Ledger {
  const attempts = new Map<string, Set<string>>();
  let seeded: Rows = {};
  const added = (rows: Rows, table: string, key: string) => {
    const known = new Set(seeded[table]?.map((row) => row[key]));
    return (rows[table] ?? []).filter((row) => !known.has(row[key]));
  };
  return {
    attempt(table, identity) {
      attempts.set(table, (attempts.get(table) ?? new Set()).add(identity));
    },
    async begin(page) {
      attempts.clear();
      seeded = await allRows(page);
    },
    async check(page) {
      const rows = await allRows(page);
      let count = 0;
      for (const [table, field] of Object.entries(identities)) {
        const values = added(rows, table, field).map((row) => row[field]);
        expectNoTwins(table, values);
        const strange = values.filter((value) => !attempts.get(table)?.has(String(value)));
        if (strange.length > 0) throw new Error(`not added by the user: ${table} ${JSON.stringify(strange)}`);
        count += values.length;
      }
      // An order comes from one confirmation, and a patient has at most one that is not used yet.
      const confirmations = rows.confirmations ?? [];
      const used: readonly unknown[] = confirmations.map((row) => row.order_id).filter((id) => id !== null);
      expectNoTwins('confirmed orders', used);
      expectNoTwins(
        'confirmations to come of a patient',
        added(rows, 'confirmations', 'token')
          .filter((row) => row.order_id === null)
          .map((row) => row.patient_id),
      );
      const orders = added(rows, 'orders', 'order_id');
      const orphans = orders.filter((row) => !used.includes(row.order_id));
      if (orphans.length > 0) throw new Error(`orders without a confirmation: ${JSON.stringify(orphans)}`);
      if (added(rows, 'clinicRequests', 'id').length > 0)
        throw new Error('not added by the user: a clinic request');
      return count + orders.length;
    },
  };
}
