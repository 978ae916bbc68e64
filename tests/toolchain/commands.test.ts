import { runScript } from '@tests/mocks/http/mock-process';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const commands = Object.values(manifest.scripts).flatMap((command) => {
  const [, script, given = ''] = /tsx scripts\/([\w-]+)\.ts ?(.*)$/.exec(command) ?? [];
  return script === undefined ? [] : [{ script, given: given.split(' ').filter(Boolean) }];
});

describe('the commands of package.json', () => {
  it.each(commands)(
    '$script $given reject an unknown option in one line, and exit with 2',
    async ({ script, given }) => {
      const { code, output } = await runScript(script, {}, ...given, '--nothing-like-it');
      expect([code, output.trim().split('\n')]).toEqual([
        2,
        [expect.stringContaining("'--nothing-like-it'")],
      ]);
    },
  );

  it.each([
    ['start', ['--port', '99999'], '--port must be a number from 0 to 65535, not "99999".'],
    ['preview', ['dist', '--port', 'one'], '--port must be a number from 0 to 65535, not "one".'],
    ['test', ['tests/ui'], "Unexpected argument 'tests/ui'. This command does not take positional arguments"],
    ['engines', ['opera'], 'There is no engine "opera". There are: chromium, firefox, webkit.'],
    ['bench', ['nothing'], expect.stringContaining('Name one benchmark, or a part of its name: curve, ')],
    ['mutants', ['nothing'], expect.stringContaining('There is no machine "nothing". There are: ')],
    ['mutation', ['nothing'], expect.stringContaining('There is no group "nothing". There are: ')],
    ['mutation', ['--sample', 'few'], '--sample must be a whole number above 0, not "few".'],
    ['contract-diff', ['--base', 'nothing'], '--base must be a commit, not "nothing".'],
    ['recipe', ['cake'], expect.stringContaining('There is no recipe "cake". There are: endpoint, ')],
    [
      'mock-pack',
      ['--try', 'jest'],
      expect.stringContaining('There is no project "jest". There are: vitest, '),
    ],
  ])('%s rejects %j in one line, and exits with 2', async (script, args, message) => {
    const { code, output } = await runScript(script, {}, ...args);
    expect([code, output.trim()]).toEqual([2, message]);
  });
});
