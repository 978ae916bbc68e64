import type { Mock } from '@/mocks/engine/mock';
import type { Action, CapsuleBug, SeenText } from '@/mocks/scenarios/capsule';

/** Fits the rules for new passwords. Recorded ones are not known. */
const ANY_PASSWORD = 'Recorded1!';

const text = (value: unknown) => JSON.stringify(value);

type DemoAccounts = Mock['accounts']['demo'];

type Located = Exclude<Action, { do: 'mock' }>;

function locator({ do: kind, role, name, nth }: Located): string {
  const found =
    role === null
      ? `page.${kind === 'click' ? 'getByText' : 'getByLabel'}(${text(name)}, { exact: true })`
      : `page.getByRole(${text(role)}, { name: ${text(name)}, exact: true })`;
  return nth === undefined ? found : `${found}.nth(${nth})`;
}

/** The public password of the demo account whose email was typed last, or any other. */
function passwordAfter(actions: readonly Action[], demo: DemoAccounts): string {
  const typed = actions.findLast((action) => action.do === 'fill');
  const email = typed?.do === 'fill' ? typed.value.trim().toLowerCase() : '';
  return demo.find((account) => account.email === email)?.password ?? ANY_PASSWORD;
}

function lineOf(action: Action, earlier: readonly Action[], demo: DemoAccounts): string {
  switch (action.do) {
    case 'click':
      return `await ${locator(action)}.click();`;
    case 'fill':
      return `await ${locator(action)}.fill(${text(action.value)});`;
    case 'fillSecret':
      return action.secret === 'password'
        ? `await ${locator(action)}.fill(${text(passwordAfter(earlier, demo))}); // not recorded`
        : `await ${locator(action)}.fill(await page.evaluate(() => Reflect.get(window, '__mock').mail.list().at(-1).code)); // not recorded`;
    case 'select':
      return `await ${locator(action)}.selectOption({ label: ${text(action.value)} });`;
    case 'press':
      return `await ${locator(action)}.press(${text(action.value)});`;
    case 'file':
      return `await ${locator(action)}.setInputFiles([]); // files are not recorded`;
    case 'mock':
      return `await page.evaluate((sent) => Reflect.get(window, '__mock').${action.call}(...sent), ${text(action.arguments)});`;
  }
}

const expectation = ({ role, text: seen }: SeenText) =>
  role === 'heading'
    ? `await expect(page.getByRole('heading', { name: ${text(seen)}, exact: true }).first()).toBeVisible();`
    : `await expect(page.getByRole('alert').filter({ hasText: ${text(seen)} }).first()).toBeVisible();`;

/**
 * A test that repeats what a bug report recorded and expects what was seen then. It needs only `@playwright/test`.
 *
 * @param address URL of the page at the start, of a build with the mock backend
 * @param demo the accounts whose passwords are public
 */
export function playwrightTest(
  { note, from, actions, seen }: Omit<CapsuleBug<string>, 'requests'>,
  address: string,
  demo: DemoAccounts,
): string {
  const [title = ''] = note.trim().split('\n');
  const lines = [
    ...actions.map((action, position) => lineOf(action, actions.slice(0, position), demo)),
    ...seen.map(expectation),
  ];
  return `import { expect, test } from '@playwright/test';

const address = ${text(address)};
/** The state before the first action. */
const capsule = ${text(from)};

test(${text(title || 'A reported bug')}, async ({ page }) => {
  await page.goto(\`\${address}#mock=\${capsule}\`);
  // Opening the capsule may load another page.
  await expect(async () => {
    const isOpen = await page.evaluate(async () => {
      // A prerendered page loads the app when it is used.
      document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }));
      await Reflect.get(window, '__mock')?.ready;
      return location.hash === '' && '__mock' in window && !document.querySelector('#root[data-prerendered]');
    });
    expect(isOpen).toBe(true);
  }).toPass();
${lines.map((line) => `  ${line}\n`).join('')}});
`;
}
