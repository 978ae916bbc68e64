import { brand } from '@/lib/brand';
import { Dialog } from '@/ui/dialog/dialog';
import { strings } from './strings';

interface ManyPatientsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Tells providers to get in touch before they onboard 100+ customers (SPEC §2, §9). */
export function ManyPatientsDialog({ open, onOpenChange }: ManyPatientsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={strings.manyPatients.title} size="sm">
      <p>
        {strings.manyPatients.contact}{' '}
        <a href={`mailto:${brand.contactEmail}`} className="text-link">
          {brand.contactEmail}
        </a>
        .
      </p>
    </Dialog>
  );
}
