import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import type { MockControl } from '@kitwell/mock-engine/control';
import { test as base, expect } from '@playwright/test';
import { clinic, clinicEntries, patient } from '@tests/support/main-job';
import { Builder, By, error, until, type WebDriver, type WebElement } from 'selenium-webdriver';
import type { Kitwell } from '@/mocks/kitwell/kitwell';
import { demoProvider } from '@/mocks/kitwell/seeds/demo-accounts';

/** The main job and two tabs in WebKitGTK, which Playwright can't drive: `npx tsx scripts/engines.ts webkit`. */

const LIMIT = 15_000;

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

/** A virtual display, and its name, such as `:1`. */
async function startDisplay(): Promise<{ name: string; server: ChildProcess }> {
  const args = ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = await once(server.stdout, 'data');
  return { name: `:${String(line).trim()}`, server };
}

const labelled = (label: string) =>
  `//*[@id=//label[normalize-space()="${label}"]/@for] | //*[@aria-label="${label}"]`;

/** What a user does in the browser's current tab; each step waits for its element. */
class User {
  constructor(
    readonly driver: WebDriver,
    private readonly home: string,
  ) {}

  open = (path: string) => this.driver.get(new URL(path, this.home).href);

  /** The last visible element that matches: a dialog's comes after the page's. */
  find(xpath: string): Promise<WebElement> {
    // In one step: between two, React may replace an element.
    const lastVisible = (path: string) => {
      const matches = document.evaluate(path, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
      const elements = Array.from(
        { length: matches.snapshotLength },
        (_, at) => matches.snapshotItem(at) as Element,
      );
      return elements.findLast((element) => element.checkVisibility({ visibilityProperty: true })) ?? null;
    };
    return this.driver.wait(
      () => this.driver.executeScript<WebElement | null>(lastVisible, xpath),
      LIMIT,
      `There is no visible ${xpath}`,
    ) as Promise<WebElement>;
  }

  see = (text: string) => this.find(`//*[text()[contains(normalize-space(), "${text}")]]`);

  /**
   * A press that another element received, such as a toast on its way out, is tried again. Scrolls by script: within the
   * page's scroll padding below the window, the driver takes an element for visible.
   */
  async #click(xpath: string, inside = '.'): Promise<void> {
    let rejection: error.WebDriverError | undefined;
    const isPressed = async () => {
      try {
        const element = await this.find(xpath);
        await this.driver.executeScript('arguments[0].scrollIntoView({ block: "nearest" })', element);
        await element.findElement(By.xpath(inside)).click();
        return true;
      } catch (reason) {
        if (!(reason instanceof error.WebDriverError)) throw reason;
        rejection = reason;
        return false;
      }
    };
    await this.driver.wait(isPressed, LIMIT).catch((reason: unknown) => {
      throw new Error(`Not pressed: ${xpath}`, { cause: rejection ?? reason });
    });
  }

  press = (name: string) =>
    this.#click(
      `//*[self::button or self::a or @role="tab" or @role="menuitem"][normalize-space()="${name}" or @aria-label="${name}"]`,
    );

  check = (name: string) =>
    this.#click(`//*[@aria-label="${name}"] | //label[contains(normalize-space(), "${name}")]`);

  field = (label: string) => this.find(labelled(label));

  async fill(entries: readonly (readonly [string, string])[]): Promise<void> {
    for (const [label, text] of entries) {
      const field = await this.field(label);
      await field.clear();
      await field.sendKeys(text);
    }
  }

  choose = (label: string, position: number) => this.#click(labelled(label), `./option[${position + 1}]`);

  async chooseInAccountMenu(entry: string): Promise<void> {
    await this.#click('//button[starts-with(normalize-space(), "Hey, ")]');
    await this.press(entry);
  }

  /** The newest mail of a kind, from the mock backend. */
  mail = (to: string, kind: string): Promise<{ code?: string; link?: string }> =>
    this.driver.executeAsyncScript(
      (address: string, sort: string, done: (mail: unknown) => void) => {
        const mock = Reflect.get(window, '__mock') as MockControl<Kitwell>;
        void mock.mail.waitFor({ to: address, kind: sort as 'otp' }, 10_000).then(done);
      },
      to,
      kind,
    );

  async logIn({ email, password }: { email: string; password: string }): Promise<void> {
    await this.open('login');
    await this.fill([
      ['Email', email],
      ['Password', password],
    ]);
    await this.press('Log In');
    await this.see('Hey, ');
  }
}

const test = base.extend<{ user: User }>({
  user: async ({ baseURL }, use) => {
    const display = await startDisplay();
    const port = await freePort();
    const server = spawn('WebKitWebDriver', [`--port=${port}`], {
      env: { ...process.env, DISPLAY: display.name },
      stdio: 'ignore',
    });
    const address = `http://127.0.0.1:${port}`;
    await expect
      .poll(() =>
        fetch(`${address}/status`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true);
    const driver = await new Builder()
      .usingServer(address)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: process.env.WEBKIT_PATH, args: ['--automation'] },
      })
      .build();
    await driver.manage().window().setRect({ width: 1440, height: 1000 });
    await use(new User(driver, baseURL ?? ''));
    await driver.quit();
    server.kill();
    display.server.kill();
  },
});

test.setTimeout(180_000);

test('a clinic gets from sign-up to a kit whose address is confirmed', async ({ user }) => {
  await user.open('provider-signup');
  await user.fill(clinicEntries);
  await user.check('I agree to the Terms');
  await user.press('I agree');
  await user.driver.wait(
    () => user.driver.executeScript<boolean>('return document.activeElement?.name === "terms"'),
    LIMIT,
    'The checkbox that opened the terms does not get the focus back',
  );
  await user.press('Sign Up');
  await user.field('Verification Code');
  const { code = '' } = await user.mail(clinic.email, 'otp');
  await user.fill([['Verification Code', code]]);
  await user.press('Verify');
  await user.see('You are registered successfully');

  await user.logIn(clinic);
  await user.chooseInAccountMenu('Profile');
  await user.press('Sample Testing Lab');
  await user.see('Add Lab Data');
  await user.fill([
    ['Lab Name', 'North Shore Diagnostics'],
    ['Lab Identification Number', '22D0999999'],
    ['Phone', '+1 617 555 0142'],
    ['Street', '400 Summer Street'],
    ['City', 'Boston'],
    ['Postal Code', '02210'],
    ['State', 'MA'],
    ['Country', 'USA'],
    ['Sample drop-off instructions', 'Ring at the side door before 4 pm.'],
  ]);
  await user.press('Save');
  await user.see('Lab added successfully');
  await user.chooseInAccountMenu('Add Card Details');
  await user.press('Pay with the test card');
  await user.press('Go to Dashboard');

  await user.press('Patients');
  await user.press('Import Patients from File');
  const input = await user.driver.wait(until.elementLocated(By.css('input[type="file"]')), LIMIT);
  await input.sendKeys(resolve('tests/fixtures/import/good-25.xlsx'));
  await user.press('Add 25 rows to the grid');
  await user.press('Save All');
  await user.see('Patients added successfully');

  await user.press('Booking / Order Kits');
  await user.check(`Select ${patient.name}`);
  await user.press('Authenticate');
  await user.see('Patients authenticated successfully');
  await user.press(`Order kit for ${patient.name}`);
  await user.choose('Frequency', 1);
  await user.choose('Kit Type', 1);
  await user.press('Place Order');
  await user.press('I agree');

  const { link = '' } = await user.mail(patient.email, 'confirm-address');
  await user.driver.get(link);
  await user.press('Confirm Address');
  await user.press('Confirm');
  await user.see('Address Confirmed');
});

test('what is typed moves to the tab in which the user goes on, and a logout in one ends the other', async ({
  user,
}) => {
  const { driver } = user;
  await user.logIn(demoProvider);
  const first = await driver.getWindowHandle();
  await driver.switchTo().newWindow('tab');
  await user.open('dashboard');
  await user.press('Continue here');
  await user.fill([['Name, row 1', 'Ada Byron']]);
  const second = await driver.getWindowHandle();

  await driver.switchTo().window(first);
  await user.press('Continue here');
  const isThere = () =>
    document.querySelector<HTMLInputElement>('[aria-label="Name, row 1"]')?.value === 'Ada Byron';
  await driver.wait(() => driver.executeScript<boolean>(isThere), LIMIT);
  await user.chooseInAccountMenu('Logout');
  await user.press('Log out');
  await user.see('Forgot');
  await driver.switchTo().window(second);
  await user.see('Forgot');
});
