import { notLoaded } from '@/contract';

// From §2 and §4, exact: do not reword.
export const fixed = {
  /** The login form's button, and the links to it. */
  logIn: 'Log In',
  login: {
    toForgotPassword: 'Click Here',
  },
  forgot: {
    send: 'Send Reset Link',
  },
  /** Reset Password, opened by the mailed link. */
  reset: {
    newPassword: 'New Password',
    saving: 'Saving...',
    /** The page's title and the form's button. */
    resetPassword: 'Reset Password',
  },
  newPassword: {
    confirm: 'Confirm Password',
  },
  provider: {
    title: 'Register as Provider',
  },
  patient: {
    title: 'Register as Patient',
  },
  /** Texts of both sign-up forms. */
  both: {
    signUp: 'Sign Up',
  },
  /** The popup that requests a clinic. */
  clinicRequest: {
    sent: 'Your request has been sent!',
    canSignUp: 'You can sign up now',
  },
  /** The warning after a time without activity. */
  idle: {
    logout: 'Logout',
  },
} as const;

// Ours: free to reword.
export const strings = {
  login: {
    email: 'Email',
    password: 'Password',
    forgot: 'Forgot your password?',
    loggingIn: 'Logging in...',
    missing: {
      email: 'Enter your email.',
      password: 'Enter your password.',
    },
  },
  /** The link to the login page below other forms. */
  hint: {
    hasAccount: 'Already have an account?',
    remembered: 'Remembered it?',
  },
  /** The demo's accounts. */
  demo: {
    title: 'Demo accounts',
    logInAs: (label: string) => `Log in as ${label}`,
  },
  forgot: {
    email: 'Email',
    missing: { email: 'Enter your email.' },
    sending: 'Sending...',
    mayBeSent:
      'We didn’t get a response, so the link may have been sent. Check your email before you ask again.',
  },
  /** Reset Password, opened by the mailed link. */
  reset: {
    description: 'Choose a new password for your account.',
    newLink: 'Get a new link',
    mayBeChanged:
      'We didn’t get a response, so your password may already be changed. Try to log in with the new one.',
    changed: 'You’re all set',
  },
  newPassword: {
    password: 'Password',
  },
  /** The list of password rules; the rules' own texts are in the contract. */
  passwordRules: {
    title: 'Your password needs',
    met: 'Met',
    notMet: 'Not met yet',
  },
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
  /** Texts of both sign-up forms. */
  both: {
    email: 'Email',
    sendingCode: 'Sending code...',
    mayBeSent: 'We didn’t get a response, so the code may have been sent. Check your email.',
    enterCode: 'Enter the code',
    terms: 'I agree to the Terms and Conditions',
    termsHint: 'Opens the terms, where you agree to them.',
    termsMissing: 'Agree to the Terms and Conditions.',
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
  /** The screen after the account was created. */
  done: {
    title: 'You’re all set',
    description: (email: string) => `Your account ${email} is ready.`,
  },
  /** The provider select and the checkbox below it. */
  clinicChoice: {
    requested: 'You requested your clinic, so you can leave this blank.',
    request: 'My clinic isn’t in the list: request clinic onboarding',
    provider: 'Provider',
    providersNotLoaded: notLoaded('the providers'),
    choose: 'Choose a provider',
    missing: 'Choose your provider.',
  },
  /** The popup that requests a clinic. */
  clinicRequest: {
    title: 'Request your clinic',
    description: 'Tell us about your clinic, and we’ll invite it to join.',
    continue: 'Continue',
    cancel: 'Cancel',
    sending: 'Sending request...',
    send: 'Send Request',
    mayBeSent:
      'We didn’t get a response, so your request may have been sent. Send it again, or continue without it.',
    goOn: 'Continue without it',
    name: 'Clinic Name',
    email: 'Clinic Email',
    address: 'Clinic Address',
    phone: 'Clinic Phone',
    missing: {
      clinicName: 'Enter your clinic’s name.',
      clinicEmail: 'Enter your clinic’s email.',
      clinicAddress: 'Enter your clinic’s address.',
      clinicPhone: 'Enter your clinic’s phone number.',
    },
  },
  /** The warning after a time without activity. */
  idle: {
    title: 'Are you still there?',
    stay: 'Stay logged in',
    ends: 'You’ve been inactive. To protect health information, we’ll log you out when this time is up:',
    countdown: (seconds: number) => `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
  },
} as const;
