import { both, type Entry, inPage, silent, toast, unanswered, unansweredOrFound } from './rows';

/** The messages of the provider and patient dashboards. */

/** A list or record that can't be loaded: only logged, and the page offers a retry. */
const notLoaded = (text: string) => ({
  ok: silent,
  '400': inPage(text),
  '401': inPage(text),
  '500': inPage(text),
  'wrong-2xx': inPage(text),
  malformed: inPage(text),
  network: inPage(text),
  timeout: inPage(text),
});

/** A save without a response, for which SPEC specifies no message. */
const mayBeSaved =
  'We got no answer, so this may or may not have been saved. Your changes are still here: you can save them again.';

export const dashboard = {
  'GET /shopify/fetch-products': { toasts: 'top-center', rows: notLoaded('We couldn’t load the kits.') },
  'POST /alert/request-address-confirmation-single-patient': {
    toasts: 'top-center',
    rows: {
      ok: toast('We asked Robin Ellis to confirm the address.'),
      '400': both('This patient already has an order for this kit.'),
      '400.noMessage': both('Order has already been placed for this patient.'),
      '401': both('Unexpected error occurred. Please try again later.'),
      '403': both('Authorize this patient first.'),
      '403.noMessage': both('Patient is not authorized.'),
      '500': both('The confirmation mail could not be sent.'),
      '500.noMessage': both('Internal server error. Please try again later.'),
      'soft-fail': both('The server declined this request.'),
      'soft-fail.noMessage': both('Failed to process the request'),
      'wrong-2xx': both('Failed to process the request'),
      malformed: both('Unexpected error occurred. Please try again later.'),
      ...unanswered(both('Network error. Please check your connection and try again.')),
    },
  },
  'GET /payment/check-payment-details': {
    toasts: 'top-center',
    rows: notLoaded('We couldn’t check your card details and lab details.'),
  },
  'POST /payment/create-checkout-session': {
    toasts: 'top-center',
    rows: {
      ok: silent,
      '400': toast('Failed to process payment!'),
      '401': toast('Failed to process payment!'),
      '500': toast('Failed to process payment!'),
      'wrong-2xx': toast('Failed to process payment!'),
      malformed: toast('Failed to process payment!'),
      ...unanswered(toast('Failed to process payment!')),
    },
  },
  'GET /patient/fetch-patients': { toasts: 'top-center', rows: notLoaded('We couldn’t load your patients.') },
  'POST /patient/add-patients': {
    toasts: 'top-center',
    rows: {
      ok: toast('Patients added successfully'),
      '400': both('A patient with this email already exists'),
      '400.noMessage': both('Failed to add patients. Please try again later.'),
      '401': both('Failed to add patients. Please try again later.'),
      '500': both('Failed to add patients. Please try again later.'),
      'wrong-2xx': both('Failed to add patients. Please try again later.'),
      ...unansweredOrFound(
        both('Failed to add patients. Please try again later.'),
        'Patients added successfully',
      ),
    },
  },
  'PUT /patient/update-patient/{id}': {
    toasts: 'top-center',
    rows: {
      ok: toast('Patient data updated successfully'),
      '400': both('Failed to update patient data'),
      '401': both('Failed to update patient data'),
      '500': both('Failed to update patient data'),
      'wrong-2xx': both('Failed to update patient data'),
      ...unansweredOrFound(inPage(mayBeSaved), 'Patient data updated successfully'),
    },
  },
  'POST /patient/authenticate': {
    toasts: 'top-center',
    rows: {
      ok: toast('Patients authenticated successfully'),
      '400': both('Failed to update patient authorization'),
      '401': both('Failed to update patient authorization'),
      '500': both('Failed to update patient authorization'),
      'wrong-2xx': both('Failed to update patient authorization'),
      ...unansweredOrFound(
        both('An error occurred while updating patient authorization'),
        'Patients authenticated successfully',
      ),
    },
  },
  'GET /patient/fetch-patient-profile': {
    toasts: 'top-center',
    rows: notLoaded('We couldn’t load your profile.'),
  },
  'POST /patient/update-patient-profile': {
    toasts: 'top-center',
    rows: {
      ok: toast('Profile updated successfully'),
      '400': both('Error updating profile, please try again later!'),
      '401': both('Error updating profile, please try again later!'),
      '500': both('Error updating profile, please try again later!'),
      'wrong-2xx': both('Error updating profile, please try again later!'),
      ...unansweredOrFound(both('Server error'), 'Profile updated successfully'),
    },
  },
  'POST /patient/track-kit-status': {
    toasts: 'top-center',
    rows: {
      ...notLoaded('We couldn’t load the status. Please refresh it.'),
      'soft-fail': inPage('The server declined this request.'),
    },
  },
  'POST /booking/send-invitation': {
    toasts: 'top-center',
    rows: {
      ok: toast('Invitation sent successfully!'),
      '400': both('This time slot has passed'),
      '400.noMessage': both('An error occurred while sending invitation, please try again later!'),
      '401': both('Sign in again'),
      '401.noMessage': both('An error occurred while sending invitation, please try again later!'),
      '500': both('Internal server error'),
      '500.noMessage': both('An error occurred while sending invitation, please try again later!'),
      'soft-fail': both('The server declined this request.'),
      'soft-fail.noMessage': both('An error occurred while sending invitation, please try again later!'),
      'wrong-2xx': both('An error occurred while sending invitation, please try again later!'),
      malformed: both('An error occurred while sending invitation, please try again later!'),
      ...unansweredOrFound(
        both('An error occurred while sending invitation, please try again later!'),
        'Invitation sent successfully!',
      ),
    },
  },
  'GET /booking/fetch-appointments': {
    toasts: 'top-center',
    rows: {
      ok: silent,
      '400': both('Failed to fetch appointments!'),
      '401': both('Failed to fetch appointments!'),
      '500': both('Failed to fetch appointments!'),
      'soft-fail': both('Failed to fetch appointments!'),
      'wrong-2xx': both('Failed to fetch appointments!'),
      malformed: both('An error occurred while fetching appointments. Please try again later!'),
      network: both('An error occurred while fetching appointments. Please try again later!'),
      timeout: both('An error occurred while fetching appointments. Please try again later!'),
    },
  },
  'GET /clinic/fetch-labs': { toasts: 'top-center', rows: notLoaded('We couldn’t load your lab.') },
  'POST /clinic/add-lab': {
    toasts: 'top-center',
    rows: {
      ok: toast('Lab added successfully'),
      '400': both('Error adding lab, please try again later!'),
      '401': both('Error adding lab, please try again later!'),
      '500': both('Error adding lab, please try again later!'),
      'wrong-2xx': both('Error adding lab, please try again later!'),
      ...unansweredOrFound(both('Server error, please try again later!'), 'Lab added successfully'),
    },
  },
  'PUT /clinic/update-lab': {
    toasts: 'top-center',
    rows: {
      ok: toast('Lab updated successfully'),
      '400': both('Error updating lab, please try again later!'),
      '401': both('Error updating lab, please try again later!'),
      '500': both('Error updating lab, please try again later!'),
      'wrong-2xx': both('Error updating lab, please try again later!'),
      ...unansweredOrFound(both('Server error, please try again later!'), 'Lab updated successfully'),
    },
  },
  'GET /clinic/fetch-clinic-profile': {
    toasts: 'top-center',
    rows: notLoaded('We couldn’t load your profile.'),
  },
  'POST /clinic/update-clinic-profile': {
    toasts: 'top-center',
    rows: {
      ok: toast('Profile updated successfully'),
      '400': both('Error updating profile'),
      '401': both('Error updating profile'),
      '500': both('Error updating profile'),
      'wrong-2xx': both('Error updating profile'),
      ...unansweredOrFound(both('Server error'), 'Profile updated successfully'),
    },
  },
} as const satisfies Readonly<Record<string, Entry>>;
