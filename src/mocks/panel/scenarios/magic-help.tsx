import { magicAddresses, magicCode, magicCodeDomain } from '@/mocks/scenarios/magic-inputs';

/** What works without this panel. */
export function MagicHelp() {
  return (
    <details className="rounded-control border border-line bg-surface px-3 py-2 text-sm">
      <summary className="cursor-pointer font-semibold">Without this panel</summary>
      <div className="mt-2 grid gap-2 text-ink-2">
        <p>An email address of this kind makes every call of its account answer so:</p>
        <ul className="grid grid-cols-1 gap-1">
          {magicAddresses.map(({ mark, branch }) => (
            <li key={mark}>
              <code>me{mark}example.com</code>: {branch}
            </li>
          ))}
        </ul>
        <p>
          <code>ok.lost</code> is for calls that change something: the change is made (mails go out, codes are
          used up), then the connection breaks. Other calls have no such branch.
        </p>
        <p>
          The code <code>{magicCode}</code> always fits for addresses at <code>{magicCodeDomain}</code>.
        </p>
        <p>
          The header <code>X-Mock-Scenario: 500</code> chooses the branch of one request; in the address of a
          page, <code>mock.fail=POST /auth/login:500</code>, <code>mock.preset=large</code>,{' '}
          <code>mock.seed=7</code>, <code>mock.patients=500</code>, <code>mock.start=2026-03-02</code> and{' '}
          <code>mock.as=provider</code> do the same as this panel.
        </p>
        <p>First come header, magic address, once, always, then chaos, then the rules.</p>
      </div>
    </details>
  );
}
