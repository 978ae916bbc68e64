import { useState } from 'react';
import { Provider } from 'react-redux';
import { createStore } from '@/features/api/store';
import { Chat, type ChatProps } from './chat';

/** The marketing pages make no call and have no store, so the chat brings its own. */
export function ChatWithStore(props: ChatProps) {
  const [store] = useState(createStore);
  return (
    <Provider store={store}>
      <Chat {...props} />
    </Provider>
  );
}
