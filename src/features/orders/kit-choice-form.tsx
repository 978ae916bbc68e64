import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { frequencyOptions, kitOrder } from '@/contract';
import * as z from '@/contract/zod';
import { useFetchProductsQuery } from '@/features/api/api';
import { Field } from '@/ui/form/field';
import { RetryNotice } from '@/ui/feedback/notice';
import { Select } from '@/ui/form/select';
import { fixed, strings } from './strings';

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
      <Field label={fixed.order.frequency} required error={errors.frequency?.message}>
        <Select
          options={frequencyOptions}
          placeholder={strings.order.chooseFrequency}
          {...register('frequency')}
        />
      </Field>
      {kits.isError ? (
        <RetryNotice retrying={kits.isFetching} onRetry={kits.refetch}>
          {strings.order.kitsNotLoaded}
        </RetryNotice>
      ) : null}
      <Field
        label={fixed.order.kitType}
        required
        error={errors.kitType?.message}
        hint={kits.data?.length === 0 ? strings.order.noKits : undefined}
      >
        <Select
          // An uncontrolled select forgets a value that has no option yet.
          key={kitOptions.length}
          options={kitOptions}
          placeholder={kits.isLoading ? strings.order.loadingKits : strings.order.chooseKit}
          {...register('kitType')}
        />
      </Field>
    </form>
  );
}
