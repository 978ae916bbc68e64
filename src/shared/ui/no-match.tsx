import type { ReactNode } from 'react';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import * as strings from '@/shared/ui/list-strings';

interface NoMatchProps {
  /** What is searched: "No patients found". */
  title: string;
  /** Where the search looks: "name or email". */
  fields: string;
  query: string;
  onClear: () => void;
  /** Shown instead while nothing is searched for, because there is nothing yet. */
  nothingYet: ReactNode;
}

/** Stands where a searched list is empty, and offers to end the search. */
export function NoMatch({ title, fields, query, onClear, nothingYet }: NoMatchProps) {
  if (query.trim() === '') return nothingYet;
  return (
    <EmptyState
      title={title}
      action={
        <Button variant="secondary" onClick={onClear}>
          {strings.clearSearch}
        </Button>
      }
    >
      {strings.noneContains(fields, query.trim())}
    </EmptyState>
  );
}
