import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { frequencyOptions, kitOrder, notLoaded } from '@/contract';
import * as z from '@/contract/zod';
import { useFetchProductsQuery } from '@/features/api/api';
import { Button } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';
import { Notice } from '@/shared/ui/notice';
import { Select } from '@/shared/ui/select';

const kitChoice = z.pick(kitOrder, { frequency: true, kitType: true });
type KitChoice = z.output<typeof kitChoice>;

interface KitChoiceFormProps {
  /** Lets a button outside the form submit it. */
  id: string;
  /** Called for an incomplete choice, too: the machine says what SPEC §5 wants said about it. */
  onPlace: (choice: KitChoice) => void;
}

/** Frequency and Kit Type of an order (SPEC §2 "Order Kit modal"). */
export function KitChoiceForm({ id, onPlace }: KitChoiceFormProps) {
  const kits = useFetchProductsQuery();
  const { register, handleSubmit, getValues, formState } = useForm({
    resolver: zodResolver(kitChoice),
    defaultValues: { frequency: '', kitType: '' },
  });
  const { errors } = formState;
  const kitOptions = (kits.data ?? []).map((kit) => ({ value: kit.id, label: kit.name }));
  return (
    <form
      id={id}
      noValidate
      className="grid gap-5"
      onSubmit={handleSubmit(onPlace, () => onPlace(getValues()))}
    >
      <Field label="Frequency" required error={errors.frequency?.message}>
        <Select options={frequencyOptions} placeholder="Choose a frequency" {...register('frequency')} />
      </Field>
      {kits.isError ? <KitsUnavailable retrying={kits.isFetching} onRetry={kits.refetch} /> : null}
      <Field
        label="Kit Type"
        required
        error={errors.kitType?.message}
        hint={kits.data?.length === 0 ? 'There are no kits to order at the moment.' : undefined}
      >
        <Select
          // An uncontrolled select forgets a value that has no option yet.
          key={kitOptions.length}
          options={kitOptions}
          placeholder={kits.isLoading ? 'Loading...' : 'Choose a kit'}
          {...register('kitType')}
        />
      </Field>
    </form>
  );
}

function KitsUnavailable({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  return (
    <Notice
      tone="error"
      action={
        <Button variant="secondary" size="sm" busy={retrying} onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {notLoaded('the kits')}
    </Notice>
  );
}
