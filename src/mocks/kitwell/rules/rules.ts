import type { RuleContext as ContextOf, Rule, Rules } from '@kitwell/mock-engine/engine/backend';
import type { Contract, OperationName } from '@/contract/contract';
import type { Caller, MockTables } from '@/mocks/kitwell/tables';

/** One rule per operation of §7; a missing rule or a wrong response type is a type error. */
export type Backend = Rules<Contract, MockTables, Caller>;

/** The rule of one operation. */
export type Resolver<K extends OperationName> = Rule<Contract[K], MockTables, Caller>;

/** What that rule gets. */
export type RuleContext<K extends OperationName> = ContextOf<Contract[K], MockTables, Caller>;
