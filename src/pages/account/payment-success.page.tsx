import { PaymentSuccess } from '@/features/billing/payment-return';
import { readStored, writeStored } from '@/lib/storage';
import type { SectionProps } from '@/pages/dashboard/sections/section-props';
import { openAddPatients, openLab } from '@/pages/dashboard/sections/shortcuts';
import { useFirstSteps } from '@/pages/dashboard/sections/use-first-steps';

/** §2 "Payment success". On its first day, a clinic goes on with its next step, not with the form that it came from. */
export function PaymentSuccessPage() {
  return readStored('firstSteps') === 'open' ? <OnFirstDay /> : <PaymentSuccess />;
}

const storeSection: SectionProps['onOpen'] = (section) => void writeStored('activeOption', section);

function OnFirstDay() {
  const { steps } = useFirstSteps();
  const openNext = () => {
    // The dashboard opens the section of the last visit then.
    if (steps === null) return;
    if (!steps.lab) openLab(storeSection);
    else if (steps.patients) storeSection('authenticate');
    else openAddPatients(storeSection);
  };
  return <PaymentSuccess onContinue={openNext} />;
}
