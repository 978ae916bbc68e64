import { Autocomplete } from '@base-ui/react/autocomplete';
import {
  CalendarPlus,
  CornerDownRight,
  FileSpreadsheet,
  type LucideIcon,
  Pencil,
  ShoppingCart,
  UserRound,
} from 'lucide-react';
import { useState } from 'react';
import { api } from '@/app/api';
import { useApiStore } from '@/app/operation-actor';
import { type SectionRequest, sendRequest } from '@/app/section-request';
import { patientIndex } from '@/app/use-patient-table';
import { type DashboardSection, longest, type Patient, type Role, roles, shorten } from '@/contract';
import { groupedCount } from '@/lib/grouped-count';
import { phoneText } from '@/lib/phone-text';
import { fold } from '@/lib/search/fold';
import { useTextSearch } from '@/lib/search/text-search';
import { writeStored } from '@/lib/storage';
import { Dialog } from '@/ui/dialog/dialog';
import { openAddPatients, openLab, openUpdatePatients } from './sections/shortcuts';
import { strings as dashboard, fixed } from './strings';

// Ours: free to reword.
const strings = {
  hint: 'Type a command, or a name, email or phone to find a patient.',
  search: 'Search commands',
  searchAll: 'Search commands and patients',
  results: 'Commands',
  none: 'Nothing found',
  loading: 'Loading your patients...',
  notLoaded: 'Your patients didn’t load, so only commands are found.',
  more: (count: number) => `${groupedCount(count)} more patients. Type more to find one.`,
  count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  addPatients: 'Add Patients',
  updatePatients: 'Update Patients',
  lab: 'Sample Testing Lab',
  import: 'Import Patients from File',
  order: 'Order kit',
  book: 'Book appointment',
  edit: 'Edit details',
} as const;

interface Command {
  readonly id: string;
  readonly label: string;
  /** A second line, such as an email. */
  readonly detail?: string;
  readonly Icon: LucideIcon;
  /** It leads to other commands. */
  readonly staysOpen?: boolean;
  readonly run: () => void;
}

/** So many patients are listed at once. */
const mostPatients = 8;

interface CommandMenuProps {
  open: boolean;
  role: Role;
  onClose: () => void;
  onOpen: (section: DashboardSection) => void;
}

/** Goes to a section, or finds a patient and orders, books or edits, by a few keys (§2 "Dashboard"). */
export function CommandMenu({ open, role, onClose, onOpen }: CommandMenuProps) {
  /** Whose commands are listed; null for those of the dashboard. */
  const [patient, setPatient] = useState<Patient | null>(null);
  const hasPatients = open && role === roles.provider;
  const { data, isError } = api.useFetchPatientsQuery(undefined, { skip: !hasPatients });
  const { query, setQuery, results } = useTextSearch(data, patientIndex);
  const choose = (next: Patient | null) => {
    setPatient(next);
    setQuery('');
  };
  const store = useApiStore();
  const requestIn: RequestIn = (request, open) => () => {
    sendRequest(store, request);
    open();
  };
  const own =
    patient === null ? commandsOf(role, onOpen, requestIn) : commandsFor(patient, onOpen, requestIn);
  const isSearched = hasPatients && patient === null && query.trim() !== '';
  const matchingPatients = isSearched ? results : [];
  const commands: readonly Command[] = [
    ...own.filter(({ label }) => ` ${fold(label)}`.includes(` ${fold(query.trim())}`)),
    ...matchingPatients.slice(0, mostPatients).map((one) => ({
      id: one.patient_id,
      label: shorten(one.patient_name, longest.name),
      detail: [one.patient_email, phoneText(one.patient_phone)]
        .map((text) => shorten(text, longest.name))
        .join(' · '),
      Icon: UserRound,
      staysOpen: true,
      run: () => choose(one),
    })),
  ];
  const more = matchingPatients.length - mostPatients;
  const missing = isError ? strings.notLoaded : strings.loading;
  const note = isSearched && data === undefined ? missing : commands.length === 0 ? strings.none : '';
  const label = hasPatients && patient === null ? strings.searchAll : strings.search;
  return (
    <Dialog
      open={open}
      title={patient === null ? dashboard.frame.commands : shorten(patient.patient_name, longest.name)}
      description={hasPatients && patient === null ? strings.hint : undefined}
      // From a patient, Escape leads back.
      onOpenChange={(_, reason) => (patient !== null && reason === 'escape-key' ? choose(null) : onClose())}
    >
      <Autocomplete.Root
        inline
        open
        items={commands}
        filter={null}
        value={query}
        itemToStringValue={({ label }: Command) => label}
        autoHighlight="always"
        keepHighlight
        onValueChange={(text, { reason }) => {
          // Not in a transition: Enter must never choose from the results of an earlier text.
          if (reason === 'input-change') setQuery(text);
        }}
      >
        <Autocomplete.Input
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          className="control"
          onKeyDown={(event) => {
            // The dialog closes at once, also with a query.
            if (event.key === 'Escape') event.preventBaseUIHandler();
          }}
        />
        <p role="status" className="mt-2 text-caption text-ink-2">
          <span>{note}</span>
          <span className="sr-only">{commands.length > 0 ? strings.count(commands.length) : ''}</span>
        </p>
        <Autocomplete.List aria-label={strings.results} className="mt-1 grid outline-none">
          {(command: Command) => (
            <Autocomplete.Item
              key={command.id}
              value={command}
              className="menu-item"
              onClick={() => {
                if (!command.staysOpen) onClose();
                command.run();
              }}
            >
              <command.Icon aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
              <span className="min-w-0">
                <span className="block">{command.label}</span>
                {command.detail === undefined ? null : (
                  <span className="block text-caption wrap-anywhere text-ink-2">{command.detail}</span>
                )}
              </span>
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
        {more > 0 ? <p className="px-3 pt-2 text-caption text-ink-2">{strings.more(more)}</p> : null}
      </Autocomplete.Root>
    </Dialog>
  );
}

type Open = CommandMenuProps['onOpen'];
/** Makes a request of the section that `open` opens. */
type RequestIn = (request: SectionRequest, open: () => void) => Command['run'];

/** The commands of the dashboard, in the order of its sections. */
function commandsOf(role: Role, onOpen: Open, requestIn: RequestIn): readonly Command[] {
  const to = (label: string, run: () => void): Command => ({ id: label, label, Icon: CornerDownRight, run });
  const kits = to(fixed.account.kits, () => onOpen('kitsInfo'));
  if (role === roles.patient) return [to(fixed.sidebar.profile, () => onOpen('patientProfile')), kits];
  return [
    to(strings.addPatients, () => openAddPatients(onOpen)),
    to(strings.updatePatients, () => openUpdatePatients(onOpen)),
    {
      id: 'import',
      label: strings.import,
      Icon: FileSpreadsheet,
      run: requestIn({ action: 'import' }, () => openAddPatients(onOpen)),
    },
    to(dashboard.booking.authenticate, () => onOpen('authenticate')),
    to(fixed.booking.booked, () => onOpen('booking')),
    to(fixed.account.profile, () => {
      writeStored('activeClinicTab', 'Profile');
      onOpen('clinicProfile');
    }),
    to(strings.lab, () => openLab(onOpen)),
    kits,
  ];
}

/** What can be done for a patient. */
const commandsFor = (patient: Patient, onOpen: Open, requestIn: RequestIn): readonly Command[] => [
  {
    id: 'order',
    label: strings.order,
    Icon: ShoppingCart,
    run: requestIn({ action: 'order', patient }, () => onOpen('authenticate')),
  },
  {
    id: 'book',
    label: strings.book,
    Icon: CalendarPlus,
    run: requestIn({ action: 'book', patient }, () => onOpen('authenticate')),
  },
  {
    id: 'edit',
    label: strings.edit,
    Icon: Pencil,
    run: requestIn({ action: 'edit', patient }, () => openUpdatePatients(onOpen)),
  },
];
