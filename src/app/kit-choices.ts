import type { PatientId } from '@/contract';
import { type FirstChoice, firstChoice, type KitChoice } from '@/domain/kit-choice';
import { sessionScoped } from './app-port';

/** What is known of the patients' kits in this visit, which no call of §7 lists: from saved rows and from orders. */
interface KitChoices {
  /** A row of this patient was saved with this choice, in which a field may be blank. */
  setSaved(id: PatientId, choice: KitChoice): void;
  /** A kit was ordered for this patient. */
  setOrdered(id: PatientId, choice: KitChoice): void;
  /** Returns the choice that an order for these patients starts with. */
  startOf(ids: readonly PatientId[]): FirstChoice;
}

/** Returns the kit choices of the signed-in account. They end with its session. */
export const kitChoicesOf = sessionScoped((): KitChoices => {
  const choices = new Map<PatientId, KitChoice>();
  let last: KitChoice = { frequency: '', kitType: '' };
  return {
    setSaved: (id, choice) => void choices.set(id, choice),
    setOrdered(id, choice) {
      choices.set(id, choice);
      last = choice;
    },
    startOf: (ids) =>
      firstChoice(
        ids.map((id) => choices.get(id) ?? last),
        last,
      ),
  };
});
