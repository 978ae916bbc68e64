/** SPEC §2, byte for byte: never reworded; a translation may only stand beside them. */
export const fixed = {
  /** Register as Provider. */
  provider: {
    title: 'Register as Provider',
  },
  /** Register as Patient. */
  patient: {
    title: 'Register as Patient',
  },
  /** After it all. */
  done: {
    logIn: 'Log In',
  },
  /** What both forms have. */
  both: {
    signUp: 'Sign Up',
  },
} as const;

/** Ours: free to reword. */
export const strings = {
  /** Register as Provider. */
  provider: {
    description: 'For clinics and hospitals that order kits for their patients.',
    phone: 'Phone Number',
    phoneHint: 'Include the country code, such as +1',
    name: 'Provider Name',
  },
  /** Register as Patient. */
  patient: {
    description: 'For people whose clinic sends them a kit.',
    firstName: 'First Name',
    lastName: 'Last Name',
    phone: 'Phone',
  },
  /** After it all. */
  done: {
    title: 'You’re all set',
    description: 'Your account is ready.',
  },
  /** The verification code, and the step after it. */
  code: {
    acceptedTitle: 'Almost there',
    accepted: 'Your email is verified. One step is left to create your account.',
    title: 'Check your email',
    description: (email: string) => `We sent a code to ${email}. It may take a minute to arrive.`,
    creating: 'Creating your account...',
    tryAgain: 'Try again',
    checkDetails: 'Check my details',
    changeEmail: 'Change email',
    code: 'Verification Code',
    verifying: 'Verifying...',
    verify: 'Verify',
    resend: 'Resend code',
    resendIn: (seconds: number) => `Resend code in ${seconds} s`,
  },
  /** What both forms have. */
  both: {
    email: 'Email',
    sendingCode: 'Sending code...',
    terms: 'I agree to the Terms and Conditions',
  },
} as const;
