import { useState } from 'react';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';

/** `2026-03-02T15:30`, in the zone of whoever looks at it: what the browser's own field wants. */
function toLocalText(time: Date): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** Sets the clock to a day and a time, or to the real one. */
export function TimeForm({ now, onSet }: { now: () => Date; onSet: (time: Date) => void }) {
  const [text, setText] = useState(() => toLocalText(now()));
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSet(new Date(text));
      }}
    >
      <Field label="Day and time" className="min-w-52 flex-1">
        <TextInput
          type="datetime-local"
          required
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button type="submit">Set</Button>
      <Button variant="ghost" onClick={() => onSet(new Date())}>
        Real time
      </Button>
    </form>
  );
}
