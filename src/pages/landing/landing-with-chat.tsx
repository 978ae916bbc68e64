import { useChatLauncher } from '@/features/chat/chat-launcher';
import { LandingPage } from '@/pages/landing/landing.page';

/** The landing page, and the chat that its hero opens (SPEC §2, §4). */
export function LandingWithChat() {
  const { open, preload, chat } = useChatLauncher();
  return (
    <>
      <LandingPage onOpenChat={open} onChatIntent={preload} />
      {chat}
    </>
  );
}
