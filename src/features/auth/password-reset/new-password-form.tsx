import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from '@/contract/zod';
import { Button } from '@/ui/form/button';
import { newPasswordShape, passwordsMatch } from '../new-password/new-password';
import { NewPasswordFields } from '../new-password/new-password-fields';
import { fixed } from './strings';

const form = z.object(newPasswordShape).check(passwordsMatch());

interface NewPasswordFormProps {
  busy: boolean;
  onSave: (password: string) => void;
}

/** New Password and Confirm Password; nothing is sent while the password breaks a rule (SPEC §5). */
export function NewPasswordForm({ busy, onSave }: NewPasswordFormProps) {
  const { register, handleSubmit, formState, watch } = useForm({
    resolver: zodResolver(form),
    defaultValues: { password: '', confirmPassword: '' },
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={handleSubmit(({ password }) => onSave(password))}>
      <NewPasswordFields
        passwordLabel={fixed.reset.newPassword}
        register={register}
        watch={watch}
        errors={formState.errors}
      />
      <Button type="submit" size="lg" busy={busy} busyLabel={fixed.reset.saving}>
        {fixed.reset.save}
      </Button>
    </form>
  );
}
