import { notLoaded } from '@/contract';

// From §2 and §4, exact: do not reword.
export const fixed = {
  /** The section and its tabs. */
  section: {
    profileTab: 'Profile',
    labTab: 'Sample Testing Lab',
  },
  /** The Profile tab. */
  profile: {
    updating: 'Updating...',
  },
  /** The Sample Testing Lab tab. */
  lab: {
    addTitle: 'Add Lab Data',
    updateTitle: 'Update Lab Data',
    adding: 'Saving...',
    updating: 'Updating...',
  },
} as const;

// Ours: free to reword.
export const strings = {
  /** The section and its tabs. */
  section: {
    title: 'Clinic Profile',
    tabs: 'Clinic profile',
    profileNotLoaded: notLoaded('your profile'),
    labNotLoaded: notLoaded('your lab'),
  },
  /** The Profile tab. */
  profile: {
    name: 'Provider Name',
    phone: 'Phone',
    patientCount: 'Estimated Patient Count',
    chooseCount: 'Choose a range',
    missing: {
      clinicName: 'Enter your provider name.',
      phoneNumber: 'Enter your phone number.',
      patients: 'Choose your estimated patient count.',
    },
    aboutManyPatients: 'About onboarding 100+ customers',
    update: 'Update',
  },
  /** The dialog opened by the info icon. */
  manyPatients: {
    title: 'Onboarding 100+ customers',
    contact: 'To onboard 100+ customers, contact us at',
  },
  /** The Sample Testing Lab tab. */
  lab: {
    name: 'Lab Name',
    why: 'Your patients’ samples are tested by a lab of your choice, not by us. You need one before you can order kits.',
    id: 'Lab Identification Number',
    phone: 'Phone',
    instructions: 'Sample drop-off instructions',
    missing: {
      name: 'Enter the lab’s name.',
      labId: 'Enter the lab’s identification number.',
      phoneNo: 'Enter the lab’s phone number.',
      instructions: 'Enter the sample drop-off instructions.',
    },
    add: 'Save',
    update: 'Update',
    gone: 'Your clinic’s lab was removed meanwhile. What you see below is still here: press Save to add it again.',
    addedMeanwhile: 'Your clinic already has a lab. Press Update to replace its details with these.',
  },
} as const;
