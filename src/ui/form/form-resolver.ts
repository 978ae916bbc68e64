import { zodResolver } from '@hookform/resolvers/zod';
import type { RequiredField } from '@/contract';
import { isBlankIssue } from '@/contract/declaration';
import type * as z from '@/contract/zod';

/**
 * The resolver of a form, for react-hook-form.
 *
 * @param schema validates the form's values
 * @param missing the message of each required field when it is blank, such as "Enter your email."
 */
export const formResolver = <Schema extends z.ZodMiniObject>(
  schema: Schema,
  missing: Readonly<Record<RequiredField<Schema['shape']>, string>>,
) => {
  const messages: Readonly<Record<PropertyKey, string>> = missing;
  return zodResolver(schema, {
    error: (issue) => (isBlankIssue(issue) ? messages[issue.path?.[0] ?? ''] : undefined),
  });
};
