//! Executors that are watched while a query runs.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::scheduler::{Executor, Scheduler};
use crate::{Error, STEP};

/// The executors of a query.
pub struct Watch {
    /// Each with the time at which it was seen to report.
    executors: Vec<(Executor, Instant)>,
    patience: Duration,
}

impl Watch {
    /// Watches these executors.
    pub fn new(executors: Vec<Executor>, patience: Duration) -> Self {
        let now = Instant::now();
        Self { executors: executors.into_iter().map(|executor| (executor, now)).collect(), patience }
    }

    /// Waits until an executor is gone, or was not heard of for too long. Those that are lost.
    ///
    /// # Errors
    /// No scheduler that answers.
    pub async fn first_lost(&mut self, scheduler: &Scheduler) -> Result<Vec<Executor>, Error> {
        loop {
            sleep(STEP).await;
            let lost = self.look(&scheduler.executors().await?);
            if !lost.is_empty() {
                return Ok(lost);
            }
        }
    }

    /// Waits until each executor was heard of again; else those that are lost. A report that
    /// was on its way when this began counts, which is harmless: rows are wrong only after the scheduler has
    /// noticed a loss, and then the executor is not in its list.
    ///
    /// # Errors
    /// No scheduler that answers.
    pub async fn heard_again(&mut self, scheduler: &Scheduler) -> Result<Option<Vec<Executor>>, Error> {
        let lost = self.look(&scheduler.executors().await?);
        if !lost.is_empty() {
            return Ok(Some(lost));
        }
        let before: Vec<u64> = self.executors.iter().map(|(executor, _)| executor.heard).collect();
        while self.executors.iter().zip(&before).any(|((executor, _), &before)| executor.heard == before) {
            sleep(STEP).await;
            let lost = self.look(&scheduler.executors().await?);
            if !lost.is_empty() {
                return Ok(Some(lost));
            }
        }
        Ok(None)
    }

    /// Compares with what the scheduler says now. Those that are lost.
    fn look(&mut self, now: &[Executor]) -> Vec<Executor> {
        let mut lost = Vec::new();
        for (executor, since) in &mut self.executors {
            match now.iter().find(|other| other.id == executor.id) {
                Some(other) if other.heard != executor.heard => {
                    (*executor, *since) = (other.clone(), Instant::now());
                }
                Some(_) if since.elapsed() <= self.patience => {}
                _ => lost.push(executor.clone()),
            }
        }
        lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduler::addresses;

    #[test]
    fn an_executor_that_is_gone_or_silent_or_another_one_is_lost() {
        let executor = |id: &str, heard| Executor { id: id.into(), address: format!("{id}:1"), heard };
        let patience = Duration::from_millis(100);
        let mut watch = Watch::new(vec![executor("a", 5), executor("b", 5)], patience);
        assert!(watch.look(&[executor("b", 6), executor("a", 5), executor("c", 1)]).is_empty());
        std::thread::sleep(2 * patience);
        // Silent for too long; gone.
        assert_eq!(addresses(&watch.look(&[executor("a", 5), executor("b", 7)])), "a:1");
        assert_eq!(addresses(&watch.look(&[executor("a", 6)])), "b:1");
        // Started again at the same address.
        let again = Executor { address: "a:1".into(), ..executor("d", 9) };
        assert_eq!(addresses(&watch.look(&[again, executor("b", 8)])), "a:1");
    }
}
