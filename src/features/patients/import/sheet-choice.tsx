import type { SheetReading, SheetView } from '@/domain/patient-import';
import { Notice } from '@/ui/feedback/notice';
import { Field, Select } from '@/ui/form/field';
import { Switch } from '@/ui/form/switch';
import { whatIsRead as texts } from './strings';

interface SheetChoiceProps {
  readonly reading: SheetReading;
  /** Whether the header row may be another one: the user is asked about its columns. */
  readonly mayBeWrong: boolean;
  readonly onChange: (view: SheetView) => void;
}

/** What of the file is read: the sheet, the header row, what is hidden in it; and the rows that are left out. */
export function SheetChoice({ reading, mayBeWrong, onChange }: SheetChoiceProps) {
  const { sheets, sheet, headerRow, firstRows, withHidden, hidden, leftOut } = reading;
  const showsHeader = mayBeWrong || headerRow !== firstRows[0]?.sheetRow;
  const hiddenText = texts.hidden(hidden.rows, hidden.columns);
  return (
    <>
      {sheets.length > 1 || showsHeader ? (
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          {sheets.length > 1 ? (
            <Field label={texts.sheet}>
              <Select
                options={sheets.map((name, index) => ({ value: String(index), label: name }))}
                value={String(sheet)}
                onChange={({ target }) =>
                  onChange({ sheet: Number(target.value), headerRow: null, withHidden: false })
                }
              />
            </Field>
          ) : null}
          {showsHeader ? (
            <Field label={texts.headerRow}>
              <Select
                options={firstRows.map(({ sheetRow, text }) => ({
                  value: String(sheetRow),
                  label: texts.row(sheetRow, text),
                }))}
                value={String(headerRow)}
                onChange={({ target }) => onChange({ sheet, headerRow: Number(target.value), withHidden })}
              />
            </Field>
          ) : null}
        </div>
      ) : null}
      {hiddenText === '' ? null : (
        <Notice
          tone="warning"
          action={
            <Switch
              label={texts.withHidden}
              checked={withHidden}
              onCheckedChange={(checked) => onChange({ sheet, headerRow, withHidden: checked })}
            />
          }
        >
          <p key={hiddenText}>
            {withHidden ? texts.readHidden(hiddenText) : texts.leftOutHidden(hiddenText)}
          </p>
        </Notice>
      )}
      {leftOut.length === 0 ? null : (
        <Notice tone="info">
          <p key={leftOut.length}>{texts.noPatients(leftOut)}</p>
        </Notice>
      )}
    </>
  );
}
