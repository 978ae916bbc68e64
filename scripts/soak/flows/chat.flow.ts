import type { EventObject } from 'xstate';
import { chatMachine } from '@/machines/chat.machine';
import { holds } from '../on-screen';
import type { Flow } from '../soak-user';
import { walk } from '../walk';

const questions = ['Do you deliver to Boston', 'What does a kit cost', 'Where is my kit'] as const;

export const chat: Flow = {
  name: 'chatting',
  go: (user) =>
    user.inOtherTab('/', async (tab) => {
      const opener = tab.getByRole('button', {
        name: 'For Patients: AI Diagnosis & Easy Provider Booking!',
      });
      const dialog = tab.getByRole('dialog', { name: /^Chat with/ });
      const field = dialog.getByLabel('Message');
      const lines = dialog.getByRole('paragraph');
      let message = '';
      await opener.click();
      await field.waitFor();
      /** Waits until so many lines have the message: it is asked once, or not at all. */
      const asked = async (times: number) => {
        for (let waited = 0; waited < 10_000; waited += 50) {
          if ((await lines.filter({ hasText: message }).count()) === times) return;
          await tab.waitForTimeout(50);
        }
        throw new Error(`the conversation does not have "${message}" ${times} times`);
      };
      await walk(user, {
        page: tab,
        machine: chatMachine,
        acts: [
          {
            event: { type: 'PROVIDER' },
            perform: () => dialog.getByRole('button', { name: 'PROVIDER' }).click(),
          },
          {
            event: { type: 'SEND', text: 'something' } as EventObject,
            async perform() {
              message = user.fresh(`${user.random.pick(questions)}? No. `);
              await field.fill(message);
              await field.press('Enter');
              await holds(field, '');
            },
          },
        ],
        calls: {
          sendMessage: {
            operation: 'POST /api/chat',
            output: { response: 'an answer' },
            confirmed: () => asked(1),
            async kept() {
              await asked(0);
              await field.press('ArrowUp');
              await holds(field, message);
            },
          },
        },
      });
    }),
};
