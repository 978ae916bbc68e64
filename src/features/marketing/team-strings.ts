// Ours: free to reword. Apart from the landing page's texts, because functions would come with both.

export const profile = 'Profile';
export const ofMember = (name: string) => `of ${name}`;
