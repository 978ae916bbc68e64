import { serverMessage, silent, text } from '@kitwell/mock-engine/declaration';
import * as z from '@/contract/zod';
import { kit, patientId } from './entities';
import { exactText, requiredText, successInAnswer } from './fields';
import { everyFailure, operation, saysExists } from './operation';

/** Kits, orders and the address confirmation that creates an order (§7, §8). */

export const kitOrder = z.object({ patientId, frequency: requiredText, kitType: requiredText });
export type KitOrder = z.output<typeof kitOrder>;

const confirmTrouble = text('Server encountered an issue. Please try again later.');
const badConfirmLink = 'Invalid or expired token. Please request a new confirmation link.';

export const ordersContract = {
  fetchProducts: operation({
    operation: 'GET /shopify/fetch-products',
    auth: 'required',
    host: 'api',
    ok: { status: 200, body: z.array(kit) },
    notices: { ok: silent, ...everyFailure(silent) },
    toasts: 'top-center',
    reads: ['Kits'],
  }),
  requestAddressConfirmation: operation({
    operation: 'POST /alert/request-address-confirmation-single-patient',
    auth: 'required',
    role: 'provider',
    host: 'api',
    body: kitOrder,
    ok: { status: 200, body: z.object({ success: successInAnswer, message: z.optional(z.string()) }) },
    softFails: true,
    errorResponses: {
      400: {
        notice: serverMessage('Order has already been placed for this patient.'),
        example: 'This patient already has an order for this kit.',
      },
      403: { notice: serverMessage('Patient is not authorized.'), example: 'Authorize this patient first.' },
      404: { example: 'There is no such patient' },
      500: {
        notice: serverMessage('Internal server error. Please try again later.'),
        example: 'The confirmation email could not be sent.',
      },
    },
    notices: {
      ok: serverMessage('Address confirmation requested.'),
      unsuccessful: serverMessage('Failed to process the request'),
      otherStatus: text('Unexpected error occurred. Please try again later.'),
      noResponse: text('Network error. Please check your connection and try again.'),
      thrown: text('Unexpected error occurred. Please try again later.'),
    },
    toasts: 'top-center',
    existsAlready: saysExists,
  }),
  confirmAddress: operation({
    operation: 'POST /order/confirm-address-order-kit',
    auth: 'none',
    host: 'api',
    body: z.object({ token: exactText }),
    ok: { status: 200, body: z.object({ success: successInAnswer, message: z.optional(z.string()) }) },
    softFails: true,
    errorResponses: {
      400: { notice: text(badConfirmLink), example: 'Token expired' },
      500: { notice: confirmTrouble, example: 'Internal error' },
    },
    notices: {
      ok: text('Address confirmed successfully! Your order is being processed.'),
      unsuccessful: serverMessage(badConfirmLink),
      otherStatus: confirmTrouble,
      noResponse: text('Unable to connect to the server. Please check your internet connection.'),
      thrown: confirmTrouble,
    },
    toasts: 'top-right',
    writes: ['KitStatus', 'PatientProfile'],
  }),
} as const;
