import type { DialogStep } from '@/mocks/scenarios/capsule';
import {
  choose,
  dialogs,
  elementNamed,
  isReady,
  openDialogs,
  optionCalled,
  press,
  setValue,
  waitFor,
} from '../page/page-actions';

const isInDialog = (element: Element) => element.closest(dialogs) !== null;

/** Does a step and waits for what it opens. A link or capsule may come from anyone, so other buttons end it. */
async function reopen(step: DialogStep, element: HTMLElement, missing: string): Promise<void> {
  if (step.do === 'fill' && isInDialog(element)) return setValue(element, step.value);
  if (step.do === 'select' && isInDialog(element)) return choose(element, step.value);
  const isChoice = /^(checkbox|radio|switch)$/.test(step.role ?? '') && isInDialog(element);
  if (step.do !== 'click' || element.matches('a')) throw new Error(missing);
  const before = openDialogs();
  press(element);
  if (!isChoice) await waitFor(() => openDialogs().find((dialog) => !before.includes(dialog)), missing);
}

/**
 * Opens the dialogs of a bug report that was opened, and fills them in. Stops when the user acts.
 *
 * @throws Error for what the page lacks
 */
export async function reopenDialogs(steps: readonly DialogStep[], unmounted: AbortSignal): Promise<void> {
  const acted = new AbortController();
  const stopped = AbortSignal.any([acted.signal, unmounted]);
  for (const type of ['pointerdown', 'keydown']) {
    addEventListener(type, () => acted.abort(), { signal: acted.signal, capture: true });
  }
  try {
    for (const step of steps) {
      const missing = `This page has no ${step.role} “${step.name}” as in the report.`;
      const find = () => {
        const element = elementNamed(step);
        const hasOption = element && (step.do !== 'select' || optionCalled(element, step.value));
        return element && isReady(element) && hasOption ? element : undefined;
      };
      const element = await waitFor(find, missing, stopped);
      if (stopped.aborted || !element) return;
      await reopen(step, element, missing);
    }
  } finally {
    acted.abort();
  }
}
