/* What Meta refuses, as its documents say. Written from them and not from the product: README.md. */

const WINDOW_SECONDS = 24 * 3_600;
const PARAMETER = 100;
const INVALID = 131009;

const isText = (value: unknown, max: number) => typeof value === 'string' && value.length > 0 && value.length <= max;

function isGoodButtons({ buttons }: any): boolean {
  const titles = buttons.map(({ reply }: any) => reply.title);
  return (
    buttons.length >= 1 &&
    buttons.length <= 3 &&
    new Set(titles).size === titles.length &&
    buttons.every(({ type, reply }: any) => type === 'reply' && isText(reply.title, 20) && isText(reply.id, 256))
  );
}

function isGoodList({ button, sections }: any): boolean {
  const rows = sections.flatMap((section: any) => section.rows);
  return (
    isText(button, 20) &&
    rows.length >= 1 &&
    rows.length <= 10 &&
    (sections.length === 1 || sections.every(({ title }: any) => isText(title, 24))) &&
    new Set(rows.map(({ id }: any) => id)).size === rows.length &&
    rows.every(
      ({ id, title, description }: any) =>
        isText(id, 200) && isText(title, 24) && (description === undefined || isText(description, 72)),
    )
  );
}

/** Returns the code with which Meta refuses a message; null if it takes it. `wroteAt`: when the receiver last wrote. */
export function refusalOf(body: any, wroteAt: number | undefined): number | null {
  const { messaging_product: product, to, recipient, type, text, interactive, biz_opaque_callback_data: opaque } = body;
  if (product !== 'whatsapp' || (to === undefined) === (recipient === undefined)) return PARAMETER;
  if (opaque !== undefined && !isText(opaque, 512)) return PARAMETER;
  if (to !== undefined && !/^\+?\d{8,15}$/.test(to)) return PARAMETER;
  if (wroteAt === undefined || wroteAt < Date.now() / 1_000 - WINDOW_SECONDS) return 131047;
  if (type === 'text') return isText(text?.body, 4_096) ? null : INVALID;
  if (type !== 'interactive') return INVALID;
  const isButtons = interactive.type === 'button';
  if (!isText(interactive.body?.text, isButtons ? 1_024 : 4_096)) return INVALID;
  if (isButtons) return isGoodButtons(interactive.action) ? null : INVALID;
  return interactive.type === 'list' && isGoodList(interactive.action) ? null : INVALID;
}
