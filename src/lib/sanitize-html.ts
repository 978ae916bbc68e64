import DOMPurify from 'dompurify';

/** The elements and attributes allowed in a kit's description. Others are removed, but their text is kept. */
const allowList = {
  ALLOWED_TAGS: ['p', 'br', 'ul', 'ol', 'li', 'strong', 'em', 'b', 'i', 'h3', 'h4', 'h5', 'a'],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^https?:\/\//i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/**
 * Sanitizes HTML from a server (§2 "Kit Information").
 *
 * @param html untrusted HTML
 * @returns allowed nodes only, to be inserted without parsing again; links are http(s) only
 */
export const sanitizeHtml = (html: string): DocumentFragment =>
  DOMPurify.sanitize(html, { ...allowList, RETURN_DOM_FRAGMENT: true });
