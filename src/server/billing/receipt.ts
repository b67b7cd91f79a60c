import { and, eq } from 'drizzle-orm';
import { formatMoney } from '../../shared/format.ts';
import { invoices, subscriptions } from '../db/schema/billing.ts';
import { accounts } from '../db/schema/identity.ts';
import type { Tenant, Tx } from '../db/tenant.ts';
import type { ActionFile } from '../resource/behaviour.ts';
import { notFound } from '../runtime/api-error.ts';
import { longDay } from '../runtime/calendar.ts';
import { t } from '../runtime/translate.ts';

const MARGIN = 56;
const WIDTH = 595 - 2 * MARGIN;
const INK = '#1b1f23';
const FADED = '#5f6b76';
const RULE = '#d5dbe1';

export const formatBrl = (centavos: number) => formatMoney(centavos).replace('\u00a0', ' ');
const formatCnpj = (digits: string) => digits.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');

interface Receipt {
  invoice: typeof invoices.$inferSelect;
  holder: { name: string; cnpj: string | null };
  isTest: boolean;
}

/** Throws `ApiError` `not_found`. */
export async function readReceipt(tx: Tx, { accountId }: Tenant, id: string): Promise<Receipt> {
  const [invoice] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.accountId, accountId), eq(invoices.id, id)));
  const [holder] = await tx
    .select({
      name: accounts.name,
      companyName: accounts.companyName,
      cnpj: accounts.cnpj,
      gateway: subscriptions.gateway,
    })
    .from(accounts)
    .leftJoin(subscriptions, eq(subscriptions.accountId, accounts.id))
    .where(eq(accounts.id, accountId));
  if (!invoice || !holder) throw notFound();
  const { companyName, name, cnpj, gateway } = holder;
  return { invoice, holder: { name: companyName ?? name, cnpj }, isTest: gateway === 'sandbox' };
}

const label = (key: string, values: Record<string, unknown> = {}) => t(`billing.receipt.${key}`, values);

function drawHead(pdf: PDFKit.PDFDocument, { invoice, holder }: Receipt): void {
  pdf.font('Helvetica-Bold').fontSize(22).fillColor(INK).text('Prosa', MARGIN, MARGIN);
  pdf.fontSize(16).text(label('title'), MARGIN, MARGIN + 3, { width: WIDTH, align: 'right' });
  pdf.font('Helvetica').fontSize(10).fillColor(FADED);
  pdf.text(label('order', { order: invoice.orderNumber }), { width: WIDTH, align: 'right' });
  pdf.text(label('issued', { date: longDay(invoice.issuedAt) }), { width: WIDTH, align: 'right' });
  if (invoice.paidAt) pdf.text(label('paid', { date: longDay(invoice.paidAt) }), { width: WIDTH, align: 'right' });
  pdf.moveDown(2).fontSize(10).text(label('customer'), MARGIN);
  pdf.font('Helvetica-Bold').fontSize(12).fillColor(INK).text(holder.name);
  if (holder.cnpj)
    pdf
      .font('Helvetica')
      .fontSize(10)
      .fillColor(FADED)
      .text(`CNPJ ${formatCnpj(holder.cnpj)}`);
  pdf.moveDown(2);
}

function drawRow(pdf: PDFKit.PDFDocument, text: string, value: string): void {
  const top = pdf.y;
  pdf.text(value, MARGIN, top, { width: WIDTH, align: 'right' });
  pdf.text(text, MARGIN, top, { width: WIDTH - 120 });
  pdf.moveDown(0.6);
}

function drawRule(pdf: PDFKit.PDFDocument): void {
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(MARGIN + WIDTH, pdf.y)
    .strokeColor(RULE)
    .stroke();
  pdf.moveDown(0.6);
}

function drawLines(pdf: PDFKit.PDFDocument, { invoice, isTest }: Receipt): void {
  pdf.font('Helvetica').fontSize(10).fillColor(FADED);
  drawRow(pdf, label('description'), label('value'));
  drawRule(pdf);
  pdf.fontSize(11).fillColor(INK);
  const lines = invoice.lines.length > 0 ? invoice.lines : [{ text: invoice.plan, amount: invoice.amount }];
  for (const { text, amount } of lines) drawRow(pdf, text, formatBrl(amount));
  drawRule(pdf);
  pdf.font('Helvetica-Bold').fontSize(13);
  drawRow(pdf, label('total'), formatBrl(invoice.amount));
  pdf.moveDown(2).font('Helvetica').fontSize(10).fillColor(FADED);
  const status = t(`invoices.options.status.${invoice.status}`).toLocaleLowerCase('pt-BR');
  pdf.text(invoice.status === 'paid' ? label('note') : label('unpaid', { status }), MARGIN, pdf.y, { width: WIDTH });
  if (invoice.refundedAt) pdf.text(label('refunded', { date: longDay(invoice.refundedAt) }), { width: WIDTH });
  if (isTest) pdf.moveDown(0.5).text(label('test'), { width: WIDTH });
}

/** PDF in pt-BR. */
export async function makeReceipt(receipt: Receipt): Promise<ActionFile> {
  const { orderNumber } = receipt.invoice;
  const info = { Title: `${label('title')} ${orderNumber}`, Author: 'Prosa' };
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({ size: 'A4', margin: MARGIN, lang: 'pt-BR', info });
  const chunks: Buffer[] = [];
  const ended = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  drawHead(pdf, receipt);
  drawLines(pdf, receipt);
  pdf.end();
  return { name: `recibo-${orderNumber}.pdf`, bytes: await ended };
}
