import DOMPurify from 'dompurify';

/** The elements and attributes allowed in a kit's description. Others are removed, but their text is kept. */
const allowList = {
  ALLOWED_TAGS: ['p', 'br', 'ul', 'ol', 'li', 'strong', 'em', 'b', 'i', 'h3', 'h4', 'h5', 'a'],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^https?:\/\//i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

const openingTag = /<[a-z][^<>]*>/gi;
/** Attributes that the Content-Security-Policy blocks. A browser reports each as a violation when it parses it. */
const blockedAttribute = /(?<=[\s"'/])(?:style|on[a-z]+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]*)/gi;

/**
 * Sanitizes HTML from a server (§2 "Kit Information").
 *
 * @param html untrusted HTML
 * @returns allowed nodes only, to be inserted without parsing again; links are http(s) only, and open in a new tab
 */
export function sanitizeHtml(html: string): DocumentFragment {
  const parsed = html.replace(openingTag, (tag) => tag.replace(blockedAttribute, ' '));
  const fragment = DOMPurify.sanitize(parsed, { ...allowList, RETURN_DOM_FRAGMENT: true });
  for (const link of fragment.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  return fragment;
}
