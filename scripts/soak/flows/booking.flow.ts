import type { EventObject } from 'xstate';
import { invitationMachine } from '@/machines/invitation.machine';
import { anyRow, closeDialogs, fillIn, gone, holds, openSection, openTab } from '../on-screen';
import { provider, signedInAs } from '../signed-in';
import type { Flow } from '../soak-user';
import { walk } from '../walk';

export const invite: Flow = {
  name: 'inviting to an appointment',
  async go(user) {
    const { page } = user;
    await signedInAs(user, provider);
    await openSection(page, 'Booking / Order Kits');
    await openTab(page, 'Booked Appointments');
    const row = await anyRow(user, 'button', 'Book');
    await row.control.click();
    const dialog = page.getByRole('dialog', { name: 'Book Appointment' });
    const timeSlot = user.fresh('Some day, slot ');
    user.attempt('appointments', timeSlot);
    const meetLink = 'https://meet.example.com/soak';
    await fillIn(dialog, [
      ['Provider Type', 'Physician'],
      ['Time Slot', timeSlot],
      ['Meet Link', meetLink],
    ]);
    const invitation = { providerType: 'Physician', timeSlot, meetLink, patientId: 'P-1' };
    await walk(user, {
      page,
      machine: invitationMachine,
      acts: [
        {
          event: { type: 'SEND', invitation, fieldsValid: true } as EventObject,
          // Simulates a held-down Enter key.
          async perform() {
            await dialog.getByLabel('Meet Link').focus();
            for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter');
            await page.keyboard.up('Enter');
          },
        },
      ],
      calls: {
        sendInvitation: {
          operation: 'POST /booking/send-invitation',
          output: { success: true },
          async confirmed() {
            await gone(dialog);
            user.confirmSaved({
              table: 'appointments',
              where: { time_slot: timeSlot },
              holds: { provider_type: 'Physician' },
            });
          },
          async kept() {
            await dialog.getByRole('button', { name: 'Send Invitation' }).waitFor();
            await holds(dialog.getByLabel('Time Slot'), timeSlot);
          },
        },
      },
    });
    await closeDialogs(page);
  },
};
