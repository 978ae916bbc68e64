// Ours: free to reword. Apart from the landing page's texts, because functions would come with both.

export const profile = 'Profile';
export const ofMember = (name: string) => `of ${name}`;

export const headOfMarketing = 'Head of Marketing';
export const partnerships = 'Clinic Partnerships';
export const brandAndContent = 'Brand & Content';
export const productDesign = 'Product Design';
export const frontend = 'Frontend Engineering';
export const platform = 'Platform Engineering';
export const dataAndAi = 'Data & AI';
export const doctor = 'Sexual Health, MD';
export const operations = 'Clinical Operations';
export const privacy = 'Privacy & Compliance';
