// From SPEC §2, exact: do not reword.
export const fixed = {
  provider: {
    title: 'Register as Provider',
  },
  patient: {
    title: 'Register as Patient',
  },
  /** The screen after the account was created. */
  done: {
    logIn: 'Log In',
  },
  /** Texts of both forms. */
  both: {
    signUp: 'Sign Up',
  },
} as const;

// Ours: free to reword.
export const strings = {
  provider: {
    description: 'For clinics and hospitals that order kits for their patients.',
    phone: 'Phone Number',
    phoneHint: 'Include the country code, such as +1',
    name: 'Provider Name',
    missing: {
      email: 'Enter your email.',
      phoneNumber: 'Enter your phone number.',
      clinicName: 'Enter your provider name.',
    },
  },
  patient: {
    description: 'For people whose clinic sends them a kit.',
    firstName: 'First Name',
    lastName: 'Last Name',
    phone: 'Phone',
    missing: {
      firstName: 'Enter your first name.',
      lastName: 'Enter your last name.',
      email: 'Enter your email.',
      phone: 'Enter your phone number.',
    },
  },
  /** The screen after the account was created. */
  done: {
    title: 'You’re all set',
    description: (email: string) => `Your account ${email} is ready.`,
  },
  /** The verification code, and the step after it. */
  code: {
    acceptedTitle: 'Almost there',
    accepted: 'Your email is verified. One more step, and your account is ready.',
    title: 'Check your email',
    description: (email: string) => `We sent a code to ${email}. It may take a minute to arrive.`,
    creating: 'Creating your account...',
    tryAgain: 'Try again',
    checkDetails: 'Check your details',
    mayBeCreated:
      'We didn’t get a response, so your account may or may not have been created. Try again: you won’t be registered twice.',
    takenTitle: 'You may already be registered',
    taken:
      'An account with your email already exists. An earlier try may have created it: log in with the password you chose then.',
    changeEmail: 'Change email',
    code: 'Verification Code',
    missing: 'Enter the verification code.',
    verifying: 'Verifying...',
    verify: 'Verify',
    mayBeAccepted:
      'We didn’t get a response, so your code may have been accepted. If it doesn’t work again, continue without it.',
    continue: 'Continue without the code',
    resend: 'Resend code',
    resendIn: (seconds: number) => `Resend code in ${seconds} s`,
  },
  /** Texts of both forms. */
  both: {
    email: 'Email',
    sendingCode: 'Sending code...',
    mayBeSent: 'We didn’t get a response, so the code may have been sent. Check your email.',
    enterCode: 'Enter the code',
    terms: 'I agree to the Terms and Conditions',
    termsMissing: 'Agree to the Terms and Conditions.',
  },
} as const;
