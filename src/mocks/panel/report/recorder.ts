import type { MockControl } from '@/mocks/control';
import {
  type Action,
  type BugReport,
  type DialogStep,
  MOST_ACTIONS,
  MOST_DIALOG_STEPS,
} from '@/mocks/scenarios/capsule';
import { createSignal, type Signal } from '@/mocks/world/signal';
import { dialogs, headings, interactiveAt, isInRoom, nameOf, textOf } from '../page/page-actions';

/** A bug report that is being written. */
interface Draft {
  readonly note: string;
  /** How often the user asked for it. */
  readonly asked: number;
  /** The button that asked for it. */
  readonly opener: HTMLElement;
}

/** A dialog that a click opened. */
interface OpenDialog {
  readonly element: Element;
  readonly opener: DialogStep;
  /** From the press until it appeared, in milliseconds since 1970. */
  readonly opening: { readonly from: number; readonly to: number };
  /** What was typed and chosen in it since. */
  readonly entered: { readonly field: Element; readonly step: DialogStep }[];
}

/** Milliseconds in which a click opens its dialog, whose code may have to be loaded. */
const OPENS_WITHIN = 2000;

const matchesIn = (node: Element, selector: string) =>
  node.matches(selector) ? [node] : [...node.querySelectorAll(selector)];

/** Records what the user does, for bug reports. */
export interface Recorder {
  /** Returns the control with its calls recorded: changes of the scenario are actions, other changes a new start. */
  observe(control: MockControl): MockControl;
  /** What happened since the start. Rejects if the start could not be read. */
  report(): Promise<Omit<BugReport, 'note'>>;
  count(): number;
  /** When the dialog on top was opened by a press, in milliseconds since 1970; null if none is open. */
  openDialog(): OpenDialog['opening'] | null;
  /** The report that is being written, or null. It is kept while the control room is closed. */
  readonly draft: {
    get(): Draft | null;
    ask(opener: HTMLElement): void;
    write(note: string): void;
    end(): void;
  };
  readonly onChange: Signal['onChange'];
  stop(): void;
}

const MOST_ALERTS = 3;
const MOST_HEADINGS = 3;
/** Milliseconds in which the browser presses the button of a form after Enter. */
const SUBMIT_DELAY = 100;

const pressed = ['Enter', 'Escape', 'ArrowDown', 'ArrowUp'] as const;

/** Fields that a click only focuses. */
const isTyped = (element: Element) =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && !/^(button|checkbox|image|radio|reset|submit)$/.test(element.type));

function secretOf(field: HTMLInputElement | HTMLTextAreaElement): 'password' | 'code' | null {
  const { autocomplete } = field;
  if (autocomplete.includes('one-time-code')) return 'code';
  return field.type === 'password' || autocomplete.includes('password') ? 'password' : null;
}

/** Calls after which what the page shows has another start. */
function restarting<Group extends object>(
  group: Group,
  names: readonly (keyof Group)[],
  restart: () => void,
): Group {
  const wrapped = names.map((name) => {
    const call = group[name] as (...args: unknown[]) => Promise<unknown>;
    const recorded = async (...args: unknown[]) => {
      try {
        return await call(...args);
      } finally {
        restart();
      }
    };
    return [name, recorded] as const;
  });
  return { ...group, ...Object.fromEntries(wrapped) };
}

/**
 * Starts recording: presses, fills and choices outside the control room, each by role and accessible name. Passwords and
 * codes are left out.
 */
export function createRecorder(): Recorder {
  let actions: Action[] = [];
  let alerts: string[] = [];
  let from: ReturnType<MockControl['capsules']['take']> | undefined;
  let take: MockControl['capsules']['take'] | undefined;
  /** The field of the last action, so that typing on is one action. */
  let filled: Element | undefined;
  let enteredAt = Number.NEGATIVE_INFINITY;
  let history: MockControl['history'] | undefined;
  let opened: OpenDialog[] = [];
  /** The last click if nothing was done since, with the last step of the data before it. */
  let clicked: { readonly step: DialogStep; readonly at: number; readonly position: number } | undefined;
  let draft: Draft | null = null;
  const { notify, onChange } = createSignal();
  const abort = new AbortController();

  function setDraft(next: Draft | null) {
    draft = next;
    notify();
  }

  function restart() {
    actions = [];
    alerts = [];
    filled = undefined;
    clicked = undefined;
    from = take?.();
    from?.catch(() => undefined);
    notify();
  }

  function add(action: Action, field?: Element) {
    // So many can't be replayed from the start, so this is a new one.
    if (actions.length >= MOST_ACTIONS) restart();
    actions = [...actions, action];
    alerts = [];
    filled = field;
    clicked = undefined;
    notify();
  }

  const positionNow = () => history?.position() ?? 0;

  /** The same click does not open a dialog again that opened by itself, or after a change of the data. */
  function noteDialog(element: Element) {
    opened = opened.filter((dialog) => dialog.element.isConnected);
    if (!clicked || performance.now() - clicked.at > OPENS_WITHIN || clicked.position !== positionNow())
      return;
    const to = Date.now();
    // Whole milliseconds, as dates have: what started in the same one must not appear to be earlier.
    const from = Math.floor(to - (performance.now() - clicked.at));
    opened.push({ element, opener: clicked.step, opening: { from, to }, entered: [] });
    clicked = undefined;
  }

  function noteEntered(field: Element, step: DialogStep) {
    const dialog = opened.findLast(({ element }) => element.contains(field));
    if (!dialog) return;
    const earlier = dialog.entered.findIndex((each) => each.field === field);
    if (earlier !== -1 && step.do !== 'click') dialog.entered.splice(earlier, 1);
    dialog.entered.push({ field, step });
  }

  function openDialogs(): DialogStep[] {
    const steps = opened
      .filter(({ element }) => element.isConnected)
      .flatMap(({ opener, entered }) => [
        opener,
        ...entered.filter(({ field }) => field.isConnected).map(({ step }) => step),
      ]);
    return steps.slice(0, MOST_DIALOG_STEPS);
  }

  function onClick({ target, timeStamp }: MouseEvent) {
    const element = interactiveAt(target);
    if (!element || isTyped(element)) return;
    const submits = element instanceof HTMLButtonElement && element.type === 'submit';
    const isByEnter = submits && timeStamp - enteredAt < SUBMIT_DELAY && document.activeElement !== element;
    const step = { do: 'click', ...nameOf(element) } as const;
    if (!isByEnter) add(step);
    if (/^(checkbox|radio|switch)$/.test(step.role ?? '')) noteEntered(element, step);
    clicked = { step, at: performance.now(), position: positionNow() };
  }

  function onInput({ target }: Event) {
    const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (!isText || !isTyped(target) || target.type === 'file') return;
    // Checking it for every key would cost more than the rest.
    if (filled !== target && !interactiveAt(target)) return;
    const secret = secretOf(target);
    const held = filled === target ? actions.at(-1) : undefined;
    const name = held?.do === 'fill' || held?.do === 'fillSecret' ? held : nameOf(target);
    if (name === held) actions = actions.slice(0, -1);
    const { role, name: label, nth } = name;
    const field = { role, name: label, ...(nth !== undefined && { nth }) };
    if (secret) add({ do: 'fillSecret', ...field, secret }, target);
    else {
      const step = { do: 'fill', ...field, value: target.value.slice(0, 5000) } as const;
      add(step, target);
      noteEntered(target, step);
    }
  }

  function onChoice({ target }: Event) {
    const isChoice =
      target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'file');
    if (!isChoice || !interactiveAt(target)) return;
    if (target instanceof HTMLInputElement) return add({ do: 'file', ...nameOf(target) });
    const value = target.selectedOptions[0]?.label.slice(0, 500) ?? '';
    const step = { do: 'select', ...nameOf(target), value } as const;
    add(step);
    noteEntered(target, step);
  }

  function onKeyDown({ target, key, timeStamp, isComposing }: KeyboardEvent) {
    const value = pressed.find((name) => name === key);
    const element = value && !isComposing ? interactiveAt(target) : null;
    if (!value || !element) return;
    // The browser presses a button or link itself, and Enter in a text area is text.
    if (value === 'Enter' && (!isTyped(element) || element instanceof HTMLTextAreaElement)) return;
    if (element instanceof HTMLSelectElement) return;
    add({ do: 'press', ...nameOf(element), value });
    if (value === 'Enter') enteredAt = timeStamp;
  }

  const options = { capture: true, signal: abort.signal };
  document.addEventListener('click', onClick, options);
  document.addEventListener('input', onInput, options);
  document.addEventListener('change', onChoice, options);
  document.addEventListener('keydown', onKeyDown, options);

  /** Toasts close by themselves, so they are kept until the next action. */
  const observer = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element) || isInRoom(node)) continue;
      const found = matchesIn(node, '[role=alert]').map(textOf);
      alerts = [...new Set([...alerts, ...found])].filter(Boolean).slice(-MOST_ALERTS);
      for (const dialog of matchesIn(node, dialogs)) noteDialog(dialog);
    }
  });
  observer.observe(document.documentElement, { childList: true, subtree: true });

  return {
    observe(control) {
      take = control.capsules.take;
      history = control.history;
      void control.ready.then(() => {
        // What was done before the data was there is part of the recording.
        from ??= take?.();
        from?.catch(() => undefined);
      });
      const recorded = (call: 'set' | 'clear' | 'chaos' | 'latency') => ({
        [call](...args: unknown[]) {
          Reflect.apply(control[call], control, args);
          // As JSON, undefined would be null.
          const given = args.slice(0, args.findLastIndex((value) => value !== undefined) + 1);
          add({ do: 'mock', call, arguments: JSON.parse(JSON.stringify(given)) });
        },
      });
      return {
        ...restarting(control, ['reset', 'as', 'restore'], restart),
        ...recorded('set'),
        ...recorded('clear'),
        ...recorded('chaos'),
        ...recorded('latency'),
        db: restarting(control.db, ['insert', 'patch', 'remove', 'import'], restart),
        clock: restarting(control.clock, ['set', 'advance', 'stop', 'run'], restart),
      } as MockControl;
    },
    async report() {
      if (!from) throw new Error('The mock backend is still starting.');
      const seen = [
        ...headings()
          .slice(0, MOST_HEADINGS)
          .map((text) => ({ role: 'heading' as const, text })),
        ...alerts.map((text) => ({ role: 'alert' as const, text })),
      ];
      return { from: await from, actions, dialogs: openDialogs(), seen };
    },
    count: () => actions.length,
    openDialog: () => opened.findLast(({ element }) => element.isConnected)?.opening ?? null,
    draft: {
      get: () => draft,
      ask: (opener) => setDraft({ note: draft?.note ?? '', asked: (draft?.asked ?? 0) + 1, opener }),
      write: (note) => setDraft(draft && { ...draft, note }),
      end: () => setDraft(null),
    },
    onChange,
    stop() {
      abort.abort();
      observer.disconnect();
    },
  };
}
