import { brand } from '@/shared/brand';
import { Dialog } from '@/shared/ui/dialog';

interface ManyPatientsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Tells providers to get in touch before they onboard 100+ customers (SPEC §2, §9). */
export function ManyPatientsDialog({ open, onOpenChange }: ManyPatientsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Onboarding 100+ customers" size="sm">
      <p>
        To onboard 100+ customers, please contact us at{' '}
        <a href={`mailto:${brand.contactEmail}`} className="text-link">
          {brand.contactEmail}
        </a>
        .
      </p>
    </Dialog>
  );
}
