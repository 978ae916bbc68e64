import { getApp } from '@/features/api/app';
import { AppProvider } from '@/features/api/app-provider';
import { Chat, type ChatProps } from './chat';

/** The marketing pages make no call: what calls need is loaded with the chat. */
export function ChatWithStore(props: ChatProps) {
  return (
    <AppProvider app={getApp()}>
      <Chat {...props} />
    </AppProvider>
  );
}
