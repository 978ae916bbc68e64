import { notLoaded } from '@/contract';

// From §2 and §4, exact: do not reword.
export const fixed = {
  /** The headings of the Booking section. */
  section: {
    booked: 'Booked Appointments',
  },
  /** Its patient table. */
  patients: {
    book: 'Book',
  },
  /** Its Booked Appointments cards. */
  appointments: {
    none: 'No appointments found',
    join: 'Join',
  },
  /** The Book Appointment dialogs. */
  book: {
    title: 'Book Appointment',
    cancel: 'Cancel',
    sending: 'Sending Invitation...',
    send: 'Send Invitation',
  },
} as const;

// Ours: free to reword.
export const strings = {
  /** The headings of the Booking section. */
  section: {
    patients: 'Patients',
    toBooked: 'Go to booked appointments',
    skipToBooked: 'Skip to booked appointments',
  },
  /** Its patient table. */
  patients: {
    table: 'Patients to book',
    emptyHint: 'Here you invite your patients to video appointments. Add the first ones to begin.',
    bookOne: (name: string) => `Book ${name}`,
  },
  /** Its Booked Appointments cards. */
  appointments: {
    notLoaded: notLoaded('your appointments'),
    choosePatient: 'Choose a patient to book',
    emptyHint: 'Every invitation that you send appears here, with its time and the link to join.',
    addToCalendar: 'Add to calendar',
    whose: (name: string) => ` the appointment with ${name}`,
    badLink: 'This meet link can’t be opened.',
    whoseInNewTab: (name: string) => ` the appointment with ${name}, opens in a new tab`,
    inCalendar: (name: string) => `Appointment with ${name}`,
    asWritten: (timeSlot: string) => `Written as “${timeSlot}”`,
    isNew: 'New',
    /** Announced when the appointment is listed. */
    added: (name: string, time: string) => `Appointment with ${name} added: ${time}`,
    groups: {
      today: 'Today',
      tomorrow: 'Tomorrow',
      later: 'Later',
      /** Times that the page can't read. */
      other: 'Other times',
      past: 'Past',
    },
  },
  /** The Book Appointment dialogs. */
  book: {
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    providerType: 'Provider Type',
    providerTypeExample: 'For example, Physician',
    usualProviderTypes: ['Physician', 'Nurse practitioner', 'Counselor'],
    meetLink: 'Meet Link',
    date: 'Date',
    start: 'Start Time',
    end: 'End Time',
    timeZone: (zone: string) => `Times are in ${zone}.`,
    location: 'Location',
    locationHint: 'Optional: an address or a room',
    timeSlot: 'Time Slot',
    timeSlotHint: (zone: string) =>
      `Your patient sees exactly what you type. Times are in ${zone} unless you name another zone.`,
    timeSlotExample: 'For example, 2026-03-04 09:00 - 09:30',
    /** After a try without a response, if the appointment may be there but was never known to be missing. */
    again: {
      title: 'Send this invitation again?',
      description: (name: string, times: readonly string[]) =>
        times.length === 1
          ? `${name} already has an appointment with this meet link: ${times[0]}. Your last try may have booked it.`
          : `${name} already has appointments with this meet link: ${times.join('; ')}. Your last try may have booked one of them.`,
      confirm: 'Send again',
    },
  },
  /** Required fields of either dialog that are blank. */
  missing: {
    providerType: 'Enter a provider type.',
    appointmentDate: 'Enter a date.',
    timeSlotStart: 'Enter a start time.',
    timeSlotEnd: 'Enter an end time.',
    timeSlot: 'Enter a time slot.',
    meetLink: 'Enter a meet link.',
  },
  /** What is wrong with a slot, or unusual, before it is sent. Times such as "1:30 AM", dates such as "Sun, Nov 1". */
  slot: {
    endsFirst: 'The end time is before the start time.',
    noLength: 'The end time is the same as the start time.',
    skipped: (time: string, date: string, next: string) =>
      `${time} doesn’t exist on ${date}, because clocks go forward. The next valid time is ${next}.`,
    repeated: (time: string, date: string, before: string, from: string) =>
      `${time} happens twice on ${date}, because clocks go back. Choose a time before ${before}, or ${from} or later.`,
    whichOne: (time: string, date: string, first: string, second: string) =>
      `${time} happens twice on ${date}, because clocks go back. Which one? Add ${first} for the first or ${second} for the second.`,
    onDate: (time: string, date: string) => `${time} on ${date}`,
    past: 'This time slot is in the past.',
    overlap: (name: string, timeSlot: string) => `This overlaps with ${name}’s appointment (${timeSlot}).`,
  },
} as const;
