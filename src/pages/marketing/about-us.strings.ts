// From §2, exact: do not reword.

export const title = 'About Us';
export const workTogether = "Let's work together";
export const careers = 'Careers';

// Ours: free to reword.

export const tagline = 'Care that comes to you, and keeps to itself.';
export const lead =
  'We are a small team of marketers, designers, engineers and doctors who think that looking after yourself should be as ordinary as getting the mail.';
export const missionAndVision = 'Mission and vision';
export const mission = 'Our mission';
export const missionText =
  'To put good care within everyone’s reach, without a waiting room, a raised eyebrow or a wasted afternoon.';
export const vision = 'Our vision';
export const visionText =
  'A world in which asking for a test is as easy as asking for a book, and nobody has to explain why.';
export const teamEyebrow = 'The team';
export const team = 'The people behind the plain box';
export const workTogetherText =
  'We are few, we write things down, and we go home on time. If that sounds like you, we should talk.';
export const openSource = 'This site is built with open-source software.';
export const licenses = 'Read the licenses';
