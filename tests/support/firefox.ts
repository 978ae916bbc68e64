import type { Browser, Page } from '@playwright/test';

/** What this file uses of Playwright's own side of a browser. */
interface Session {
  send(method: string, parameters: unknown): Promise<unknown>;
}
interface KeyAction {
  readonly type: 'keyDown' | 'keyUp';
  readonly value: string;
}
interface Keyboard {
  sendText(progress: unknown, text: string): Promise<void>;
  _performActions(progress: unknown, actions: readonly KeyAction[]): Promise<void>;
}
interface Connected<Implementation> {
  readonly _connection: { toImpl(object: unknown): Implementation };
}

/** Playwright's own side of an object, which runs in the same process; its types are private. */
function implementation<Implementation>(object: object): Implementation {
  const { _connection } = object as Connected<Implementation>;
  return _connection.toImpl(object);
}

/**
 * Lets Playwright open contexts in a Firefox that it drives over WebDriver BiDi. It sends the color scheme with every
 * context, even where none is chosen, and Firefox 153 rejects the command.
 */
export function allowContexts(browser: Browser): void {
  const { _browserSession: session } = implementation<{ _browserSession: Session }>(browser);
  const send = session.send.bind(session);
  session.send = async (method, parameters) =>
    method === 'emulation.setMediaFeaturesOverride' ? {} : send(method, parameters);
}

/**
 * Makes `fill` press keys. Playwright's BiDi client sets the value by script, in a way that React takes for no change,
 * so a controlled field would be empty again after the next render.
 */
export function typeByKeys(page: Page): void {
  const { rawKeyboard } = implementation<{ delegate: { rawKeyboard: Keyboard } }>(page).delegate;
  rawKeyboard.sendText = (progress, text) =>
    rawKeyboard._performActions(
      progress,
      [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    );
}
