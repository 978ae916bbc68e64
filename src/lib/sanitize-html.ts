import DOMPurify from 'dompurify';

/** What a kit's description may contain. Everything else goes; the text of what goes stays. */
const allowList = {
  ALLOWED_TAGS: ['p', 'br', 'ul', 'ol', 'li', 'strong', 'em', 'b', 'i', 'h3', 'h4', 'h5', 'a'],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^https?:\/\//i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/**
 * Makes HTML that came from a server safe to show (SPEC §2 "Kit Information").
 *
 * @param html untrusted HTML
 * @returns nodes of the allow-list only, never parsed again as text; links lead to http(s) addresses
 */
export const sanitizeHtml = (html: string): DocumentFragment =>
  DOMPurify.sanitize(html, { ...allowList, RETURN_DOM_FRAGMENT: true });
