/** Limits of the analysis of a PDF; all are ours. */
export const analysisLimits = {
  pages: 2000,
  /**
   * Processor time: until the file is open and for each page (`page_seconds`), and for the whole file (`total_seconds` plus
   * `total_seconds_per_page` a page).
   */
  page_seconds: 15,
  total_seconds: 60,
  total_seconds_per_page: 2,
  /** The same of a page that is read by OCR. */
  ocr_page_seconds: 60,
  ocr_seconds_per_page: 15,
  /** How many times as long all of these may take by the clock: the process waits for others on a busy machine. */
  clock_factor: 20,
  /** A longer file is not compared with its pictures: the engines would take it over the memory of long files. */
  compared_pages: 200,
  /** Lines of scanned pages that are read by a second engine, and its time for a file. */
  opinion_lines_per_page: 4,
  opinion_lines: 80,
  opinion_seconds: 30,
  /** The memory of the process that reads a file. */
  memory_bytes: 850 * 1024 ** 2,
  /** The result of one page, and of the file without its pages, as JSON. */
  message_bytes: 16 * 1024 ** 2,
  /** How often a run that failed is tried, and how often one is taken up again whose worker was lost. */
  attempts: 3,
  deliveries: 20,
  retry_seconds: 10,
  /** A run whose worker does not extend its lease for so long is taken up by another. */
  lease_seconds: 120,
  /** How often a worker extends its lease, and reports its progress to the lists. */
  heartbeat_ms: 1000,
  /** Runs whose place in the queue is sent in one response. */
  shown_queue: 100,
} as const
