import type { OperationName } from '@/contract/contract';
import { requiredFieldsOf } from '@/contract/fields';
import type * as z from '@/contract/zod';
import type { TestRun } from './test-run';

/** How a payload of an operation is sent, and how a rejected one is answered. */
interface BlankOptions {
  readonly after?: () => unknown;
  readonly token?: () => string;
  /** A valid request whose body has this change. */
  readonly request: (change: Record<string, string>) => { body: unknown; path?: unknown };
  readonly status?: readonly number[];
  /** Precedes the field in the name of the case; for operations with more than one payload. */
  readonly of?: string;
}

/** Sends the payload once without each field that SPEC §5 requires; none of these may be accepted. */
export async function blankFields(
  check: TestRun,
  name: OperationName,
  schema: Parameters<typeof requiredFieldsOf>[0] & {
    readonly shape: Readonly<Record<string, z.ZodMiniType>>;
  },
  { request, of = '', ...rest }: BlankOptions,
): Promise<void> {
  for (const field of requiredFieldsOf(schema) as readonly string[]) {
    await check.rejected(name, {
      ...rest,
      path: `${of}without ${field}`,
      request: () => request({ [field]: '' }) as never,
    });
  }
}
